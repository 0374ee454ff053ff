// An animated PNG from still ones: the same chunks, numbered and timed. Browsers and code hosts play it, others show its first frame.
import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG file, in order. */
function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const numbers = (...values) => {
  const data = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => data.writeUInt32BE(value, i * 4));
  return data;
};

/** Joins frames, `{ png, ms }`, which must have one size and one colour type, into an animation that repeats for ever. */
export function animate(frames) {
  const header = chunksOf(frames[0].png)[0].data;
  const size = [header.readUInt32BE(0), header.readUInt32BE(4)];
  let sequence = 0;
  const control = (ms) => {
    const timing = Buffer.alloc(6); // not disposed of, not blended
    timing.writeUInt16BE(ms, 0);
    timing.writeUInt16BE(1000, 2);
    return chunk('fcTL', Buffer.concat([numbers(sequence++, ...size, 0, 0), timing]));
  };
  const parts = frames.flatMap(({ png, ms }, i) => {
    const [first, ...rest] = chunksOf(png);
    if (!first.data.equals(header))
      throw new Error(`Frame ${i + 1} differs in size or colours from the first.`);
    const images = rest.filter(({ type }) => type === 'IDAT');
    return [
      control(ms),
      ...images.map(({ data }) =>
        i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])),
      ),
    ];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('acTL', numbers(frames.length, 0)),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
