/** How people head the list of their sources, in the languages that the scan reads. */
import { describe, expect, it } from 'vitest';
import { namesList } from '../../../../src/core/extract/references/listHeadings';

describe('a line that names a list of sources', () => {
  it.each([
    '## References',
    '**Sources:**',
    'Refs',
    '### 7.2 Works cited',
    'Selected bibliography (APA)',
    'Sources & further reading',
    'Quellenangaben',
    'Literatur und Quellen:',
    '## Fußnoten',
    'Références et notes',
    'Fuentes consultadas',
    'Riferimenti bibliografici',
    'Källor',
    '## Źródła',
    'Zdroje',
    'Kaynakça',
    'Источники',
    '## المراجع',
    'מקורות',
    '六、参考资料',
    '## 脚注',
    '참고 문헌',
    'Tài liệu tham khảo',
  ])('is told: %s', (line) => expect(namesList(line)).toBe(true));

  it.each([
    'Note',
    'Works',
    'Sources of error',
    'The sources',
    'References to other places in the house',
    'My literature',
    'Zdrojebraz',
    '',
  ])('is told from any other line: %s', (line) => expect(namesList(line)).toBe(false));
});
