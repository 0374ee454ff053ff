// Writes examples/sources/papers/lamp-trial-1911.pdf, a minimal PDF of two typewritten pages: `node scripts/start/makePdf.mjs`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const TARGET = path.resolve(import.meta.dirname, '../../examples/sources/papers/lamp-trial-1911.pdf');

const PAGES = [
  `ALDERMOUTH HARBOUR TRUST

REPORT ON THE TRIAL OF THE INCANDESCENT MANTLE BURNER
at Aldermouth Light, in the winter of 1911

To the Trustees.

From the 2nd of October to the 18th of December 1911 the mantle burner
was lighted every second night, and the old lamp with its four wicks on
the nights between, so that both were tried in the same weather.

1. Of the light. Measured from the pilot boat at a distance of two miles,
the mantle gave 31,000 candles against 9,400 for the old lamp, which is
more than three times the light.

2. Of the oil. The mantle burned 1.3 pints of paraffin an hour, where
the old lamp burned 2.1 pints. The saving is 38 parts in the
hundred, and would pay for the burner in its second winter.

3. Of the keepers. The mantle asks for less trimming and for more
patience. It must be warmed for ten minutes before it is lighted, and
whoever forgets this has a yellow flame and a black ceiling.`,

  `4. Of the mantles. They are tender things. Nine were broken in the
eleven weeks, two of them by moths, and a box of fifty should be kept
in the tower.

5. Of the ships. In clear weather no vessel reported having missed the
entrance on a night when the mantle was lit. In fog it was otherwise.
On the nights of the 9th and the 21st of November two colliers passed
the entrance, and the masters of both declared that they had seen
nothing of any light until they heard the bell. The Trust should not
expect of a brighter lamp what only the bell can do.

6. We recommend that the mantle burner be adopted from the first of
January, that the old lamp be kept in good order beside it, and that
nothing at all be saved on the bell.

The Lamp Committee,
22nd December 1911`,
];

const escape = (text) => text.replace(/[\\()]/g, '\\$&');

/** Page content: one text object, line by line. */
function content(text) {
  const lines = text.split('\n').map((line) => `(${escape(line)}) Tj T*`);
  return `BT /F1 11 Tf 72 770 Td 16 TL\n${lines.join('\n')}\nET`;
}

const title = 'Report on the trial of the incandescent mantle burner at Aldermouth Light';
/** The whole file, or one of other `pages`: the text of each, line by line. */
export function pdf(pages = PAGES) {
  const pageIds = pages.map((_, i) => 5 + 2 * i);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    `<< /Title (${title}) /Author (Aldermouth Harbour Trust) /CreationDate (D:20190311090000Z) >>`,
    ...pages.flatMap((text, i) => {
      const stream = content(text);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageIds[i] + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(path.dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, pdf());
}
