/** Headings of reference lists by language. */
const NAMES = new Set(
  [
    'reference|references|source|sources|bibliography|citation|citations|works cited|literature|reference list|source list|endnotes|footnotes|notes',
    'further reading|sources used|works consulted|reference links|links|useful links|参考文献|参考资料|参考來源|参考来源|參考文獻|參考資料|引用|引用文献|引用来源|资料来源|資料來源|来源|來源|出典|参照|注释',
    '文献|主要参考文献|参考链接|参考资源|信息来源|数据来源|source register|source table|table of sources|source index|source overview|refs|cited works|works referenced|source links|reference sources',
    'bibliographic references|literature references|参考书目|參考書目|引文|脚注|腳註|尾注|註釋|注釈|引用元|情報源|참고문헌|출처|참고 문헌|참고자료|참고 자료|각주|quellen|quellenverzeichnis|literatur',
    'literaturverzeichnis|einzelnachweise|referenzen|nachweise|quellenangaben|quellennachweise|literaturhinweise|literaturangaben|fußnoten|anmerkungen',
    'références|bibliographie|références bibliographiques|notas|referencias|bibliografía|fuentes|referências|bibliografia|fontes|riferimenti|fonti',
    'bronnen|литература|источники|список литературы|notes de bas de page|webographie|sitographie|liens|fuentes consultadas|notas al pie|enlaces',
    'riferimenti bibliografici|sitografia|literatuur|referenties|literatuurlijst|bibliografie|notas de rodapé|källor|referenser|litteratur',
    'litteraturlista|källförteckning|kilder|referanser|referencer|litteraturliste|lähteet|viitteet|heimildir|źródła|przypisy|zdroje|použitá literatura',
    'források|irodalom|felhasznált irodalom|kaynakça|kaynaklar|surse|izvori|джерела|посилання|примечания|ссылки|библиография|βιβλιογραφία|πηγές',
    'obras citadas|trabalhos citados|ouvrages cités|sources des citations|geciteerd werk|zitierte werke|opere citate|citerade verk|citerede værker',
    'siterte verk|lähdeartikkelit|cytowane prace|literatura|viri|nadaljnje branje|citovaná díla|citované práce|lucrări citate|alıntılanan çalışmalar|引用的著作|karya yang dikutip',
    'nguồn trích dẫn|ผลงานที่อ้างอิง|עבודות שצוטטו|المصادر التي تم الاقتباس منها|використані джерела|цитовані джерела|использованные источники',
    'цитирани произведения|citirani radovi|idézett munkák|idézett művek|έργα που αναφέρονται|引用的文献|引用來源|参考リンク|인용 자료|उद्धृत कार्य|المراجع|المصادر',
    'المصادر والمراجع|מקורות|ביבליוגרפיה|הערות שוליים|संदर्भ|स्रोत|แหล่งอ้างอิง|เอกสารอ้างอิง|tài liệu tham khảo|nguồn|daftar pustaka|referensi|sumber',
  ].flatMap((row) => row.split('|')),
);
const BEFORE =
  /^(?:(?:appendix|annex|anhang) [a-z\d]{1,3}\s?[.:–—-]|\d{1,2}(?:\.\d{1,2}){0,3}[.)、]?|[ivx]{1,5}\.|[一二三四五六七八九十]{1,3}[、.]|[^\p{L}\d\s]{1,3})\s?/u;
const QUALITY =
  /^(?:list of|paper|selected|key|main|cited|numbered|full|complete|consulted|primary|online|web|all|normative|informative) | (?:cited|consulted|used|citées|utilisées|citadas|consultadas|bibliográficas)$|列表$/;

/** `Sources and further reading`, `Literatur & Links`, `参考资料与数据来源` */
const JOINED = / ?[&/与和及、] ?| (?:and|und|et|y|e|i|in|a|og|och|en) /;

/** Last words of the names that end in ASCII letters. */
const LAST_WORDS = new Set(Array.from(NAMES, (name) => /(?<![^ &/])[a-z]+$/.exec(name)?.[0] ?? ' '));
/** The last word of a line, before marks and `(APA)`. */
const LAST_WORD = /(?<![a-z])[a-z]*(?=[\s*_`#:：]*(?:\([^()]*\)[\s*_`#:：]*)?$)/i;

/** Whether a line of at most 70 characters can name a list, judged by its last word: a cheap test that excludes most lines. */
function endsLikeName(line: string): boolean {
  const found = LAST_WORD.exec(line);
  // A mark within a word, another script or its brackets: needs the full test.
  const isOpen = found !== null && /[\p{L}）*_`#:]/u.test(line.charAt(found.index - 1));
  return isOpen || LAST_WORDS.has(found?.[0].toLowerCase() ?? '');
}

/** Whether this line is the heading of a reference list: `## References`, `**Sources:**`, `六、参考资料`, `Selected bibliography (APA)`. */
export function namesList(line: string): boolean {
  if (line.length > 70 || line.length < 2 || !endsLikeName(line)) return false;
  const words = line
    .replace(/[*_`#]/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s?[:：]$/, '')
    .replace(/ ?[(（][^()（）]{0,40}[)）]$/, '')
    .replace(/\s+/g, ' ');
  if (words.length > 50) return false;
  const bare = words.replace(BEFORE, '');
  const isName = (name: string): boolean => NAMES.has(name);
  return isName(bare) || bare.replace(QUALITY, '').split(JOINED).every(isName);
}

/** Whether a file is named like a reference list: `references.md`, `99_sources.txt`, `berg_backmatter.md`. Notes and links are as often something else. */
export function namesListFile(file: string): boolean {
  const stem = /^(.{2,60})\.(?:md|markdown|mdx|qmd|rmd|te?xt)$/i.exec(file)?.[1] ?? '';
  const words = stem.replace(/[-_.]+/g, ' ').trim();
  return /(?:^| )back ?matter$/i.test(words) || (namesList(words) && !/(?:notes|links)$/i.test(words));
}

/** Whether HTML shows nothing but the name of a list, as `<details><summary>References</summary>` does. */
export const namesListInHtml = (html: string): boolean =>
  html.includes('</') && namesList(html.replace(/<[^<>]{0,80}>/g, '').trim());
