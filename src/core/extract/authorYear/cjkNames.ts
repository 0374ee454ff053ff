/** Reads names in Chinese and Japanese, where no space separates a name from its sentence. */

/** A run of characters that may contain names. */
export const HAN = /^[\p{Script=Han}々・ら]{1,16}$/u;

export type HanNames = { readonly authors: readonly string[]; readonly etAl: boolean };

/** `王小明和李华`, `王等`, `山田・鈴木`, `山田ら`: the names that a run consists of, or nothing. */
export function hanNames(word: string): HanNames | undefined {
  if (!HAN.test(word)) return undefined;
  const bare = word.replace(/(?:等人?|ら|他|氏)$/u, '');
  const authors = bare.split(/[和与及・]/u).filter((a) => a !== '');
  return authors.length === 0 ? undefined : { authors, etAl: bare !== word };
}

/** Family names common enough to recognize a person in running text, where no space separates a name from the words before it. */
const FAMILIES =
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鐘汪田任姜范方石姚谭譚廖邹邹熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文';
const JAPANESE =
  /(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|清水|山崎|池田|橋本|阿部|石川|前田|藤田|小川|後藤|岡田|長谷川|村上|近藤|石井|坂本|遠藤|青木|藤井|西村|福田|太田|三浦|藤原|岡本|松田|中川|中野|原田|小野|田村|竹内|金子|和田|中山|石田|上田|森田|柴田|酒井|工藤|横山|宮崎|宮本|内田|高木)[\p{Script=Han}]{0,3}$/u;

/** Endings of names of places, offices and documents, and words that begin like a family name. */
const NO_PERSON =
  /[市省县縣區区部局院版期型率]$|^(?:武汉|江苏|江西|江南|黄山|黄河|高考|高中|高校|高铁|高等|金融|金属|文化|文学|文章|文献|方法|方案|石油|石化|夏季|任务|万科|白银|常州)/u;

/** Whether this is a personal name even without a year: a common Japanese family name, or a common Chinese one and two characters. */
export const isHanPerson = (name: string): boolean =>
  (JAPANESE.test(name) || (name.length === 3 && FAMILIES.includes(name.charAt(0)))) && !NO_PERSON.test(name);

/** `lead`: the units before the names; `isUnsure`: any word of a few characters, perhaps a name. */
type HanEnding = HanNames & { readonly lead: number; readonly isUnsure?: true };

/** The names at the end of a run in running text: all of it, or the part after a word that introduces a source (`根据王明`). */
export function hanNamesEnding(run: string): HanEnding | undefined {
  const lead = LEAD.exec(run)?.[0].length ?? 0;
  // `王小明和李红` are two names, `内容和李红` is one.
  const both = hanNames(run.slice(lead));
  if (both && both.authors.length > 1 && both.authors.every(isPerson)) return { ...both, lead };
  const joint = JOINT.exec(run)?.[0].length ?? 0;
  return oneEnding(run, Math.max(lead, joint));
}

const LEAD =
  /^.{0,12}(?:根据|依据|正如|按照|参照|参见|例如|以及|而且|但是|如|据|由|对|在|而|但|因|故)(?=.{2})/u;
const JOINT = /^.{0,12}[与和](?=.{2})/u;

/** A frequent family name with one or two characters after it. */
export const isPerson = (name: string): boolean =>
  isHanPerson(name) || (name.length === 2 && FAMILIES.includes(name.charAt(0)) && !NO_PERSON.test(name));

function oneEnding(run: string, lead: number): HanEnding | undefined {
  const names = hanNames(run.slice(lead));
  const [first = ''] = names?.authors ?? [];
  const japanese = JAPANESE.test(first);
  // `厚生労働省`, `国家统计局`: the names of offices are longer.
  if (!names || (first.length > 4 && !japanese && !/[省庁局会院]$/u.test(first))) return undefined;
  const person =
    japanese || (first.length <= 3 && FAMILIES.includes(first.charAt(0)) && !NO_PERSON.test(first));
  if (person || names.etAl) return { ...names, lead };
  return first.length > 1 && names.authors.length === 1 ? { ...names, lead, isUnsure: true } : undefined;
}
