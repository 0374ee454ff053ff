/** The one way in for a text of which nothing is known: a transcript by its shape, else an ordinary text. */
import { scan, type ScanContext } from './extract';
import { readTranscript } from './transcript';
import { inFile, scanTranscript, type TextScan } from './transcripts';

/** Scans a text as what it is. Offsets are those of `text` in either case. */
export function scanText(text: string, context: ScanContext = {}): TextScan {
  const transcript = context.format === 'latex' ? undefined : readTranscript(text);
  if (!transcript) return scan(text, context);
  const found = inFile(scanTranscript(transcript, context), text, transcript);
  return transcript.broken === 0 ? found : { ...found, broken: transcript.broken };
}
