/** The one way in for a text of which nothing is known. Apart from the scanner, so that the editor starts without the formats of logs. */
import { scan, type ScanContext } from './extract';
import { inFile, scanTranscript, type TextScan } from './scanner';
import { readTranscript } from './transcript';

/** Scans a text as what it is. Offsets are those of `text` in either case. */
export function scanText(text: string, context: ScanContext = {}): TextScan {
  const transcript = context.format === 'latex' ? undefined : readTranscript(text);
  if (!transcript) return scan(text, context);
  const found = inFile(scanTranscript(transcript, context), text, transcript);
  return transcript.broken === 0 ? found : { ...found, broken: transcript.broken };
}
