/** Scans a text of any type. */
import { withWorks } from '../extract/references/bibliography';
import { OWN_REFERENCES } from '../extract/references/bibliographyFile';
import { openText, type ScanContext, type Wanted } from '../extract';
import { wantedBy, type TextScan } from './scanner';
import { readTranscript } from '../transcript';
import { inFile, scanTranscript } from '../agentLog/transcriptScan';

/** Opens a text as a transcript or an ordinary text. Offsets of its scan are those of `text` either way. */
export function openAny(
  text: string,
  context: ScanContext = {},
): Wanted & { scan(bibliographies?: ScanContext['bibliographies']): TextScan } {
  const transcript = typeof context.format === 'object' ? undefined : readTranscript(text);
  if (!transcript) return openText(text, context);
  const scan = (bibliographies = context.bibliographies): TextScan => {
    const all = { ...context, ...(bibliographies && { bibliographies }) };
    const found = inFile(scanTranscript(transcript, all), text, transcript);
    return transcript.broken === 0 ? found : { ...found, broken: transcript.broken };
  };
  const first = scan();
  return {
    ...wantedBy(first),
    scan: (bibliographies) => (bibliographies?.length ? scan(bibliographies) : first),
  };
}

/** Scans a text as what it is, with its own references. */
export function scanText(text: string, context: ScanContext = {}): TextScan {
  const open = openAny(text, context);
  return open.scan(
    open.references === undefined ? undefined : withWorks([{ path: OWN_REFERENCES, text: open.references }]),
  );
}
