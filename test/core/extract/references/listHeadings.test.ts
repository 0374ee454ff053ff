/** How people head the list of their sources, in the languages that the scan reads. */
import { describe, expect, it } from 'vitest';
import { scan } from '../../../../src/core/extract';
import { scanConversation } from '../../../../src/core/agentLog/transcriptScan';
import { namesList } from '../../../../src/core/extract/references/listHeadings';

describe('namesList', () => {
  it.each([
    '## Normative References',
    '**Sources:**',
    'Refs',
    'Appendix B: References',
    'Reference sources',
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
    '#### **Використані джерела**',
    'Idézett munkák',
    'Έργα που αναφέρονται',
    'उद्धृत कार्य',
    '인용 자료',
  ])('accepts the heading of a reference list: %s', (line) => expect(namesList(line)).toBe(true));

  it.each([
    'Note',
    'Works',
    'Appendix: Lamps',
    'Sources of error',
    'The sources',
    'References to other places in the house',
    'My literature',
    'Zdrojebraz',
    '',
  ])('rejects any other line: %s', (line) => expect(namesList(line)).toBe(false));
});

describe('the lists of a scan', () => {
  it('begin at their headings, even without references', () => {
    const text = 'A claim [1].\n\nSources:\n[1] A title, 2020\n\n# Other\n\n## References\n';
    const places = scan(text).lists.map(({ start, end }) => text.slice(start, end));
    expect(places).toEqual(['Sources:', 'References']);
  });

  it('begin at the first reference if there is no heading', () => {
    const text = 'A claim [1].\n\n[1] Smith, J. (2020). One.\n[2] Doe, A. (2019). Two.\n';
    expect(scan(text).lists).toEqual([{ start: 14, end: 40 }]);
  });

  it('are found only in messages of the agent', () => {
    const text = '**User:** Hi\n\n## Sources\n\n**Assistant:** A claim [1].\n\n## References\n\n1. A title\n';
    const found = scanConversation(text)?.lists.map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(['References']);
  });
});
