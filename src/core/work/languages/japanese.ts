/** Japanese words of claims of work. Verbs end the clause: only forms that say that something is done are listed. */
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';

const latin = (words: string) => `(?<![A-Za-z])(?:${words})(?![A-Za-z])`;
/** A verb's stem in the forms of what is done; not `たら`, `たか`, nor `た` before a noun that it describes. */
const done = (...stems: readonly string[]) =>
  `(?:${stems.join('|')})(?:(?:まし)?た(?!ら|か|の|とき|場合|後|はず|い|ことが)|(?:して|て)(?:います|いる|おり|あります)(?!か))`;
const DID =
  '(?:しました(?!ら|か|の?後)|した(?=[。、！!]|$|ので|が)|済み(?:です)?|(?:し|して)(?=[、,]?[^。]{0,120}ました(?:[。！!]|$))|してあります|しており)';

export const JAPANESE: Lexicon = {
  ...ENGLISH,
  isSpaced: false,
  opens: '(?:)',
  isObjectFirst: true,
  gate: '',
  subjects: {
    tests: `テスト(?:スイート|ケース)?|単体テスト|${latin('tests?|pytest|jest|vitest|mocha|rspec|go test|cargo test|npm test')}`,
    lint: `リント|リンター|静的解析|フォーマット(?:チェック)?|${latin('lint|eslint|ruff|flake8|clippy|prettier|black')}`,
    types: `型チェック|型検査|型|${latin('tsc|mypy|pyright|type ?check')}`,
    build: `ビルド|コンパイル|${latin('build|CI')}`,
  },
  named: ENGLISH.named,
  positive: `${done('通り', '通っ', '通過し', 'パスし', '成功し', '合格し')}|通って(?:います|いる|おり)|(?:通る|成功する|パスする)こと(?=を確認(?:し|済))|(?:成功|パス|通過|合格|グリーン|OK|クリーン)(?=\\s*(?:です|でした|で[、,]|[。、！!✓✅)）]|$))|問題(?:は)?(?:ありません(?!か)(?:でした)?|なし)|✓|✅|✔`,
  completes: done('完了し', '終わり'),
  zero: '(?<modifier>型|ビルド|コンパイル|リント|lint|テスト)?の?(?:エラー|警告|失敗|違反|問題|指摘)(?:は|も|が)?(?:一つも|ひとつも|まったく|もう)?(?:ありません(?!か)(?:でした)?|なし|ゼロ|0 ?件|出ていません|出ませんでした|検出されませんでした)|エラーなく',
  counted: `(?<done>\\d+)(?:(?:/| ?件中 ?)(?<total>\\d+))? ?(?:件|個)?(?:の)?(?:テスト)?(?:が|は)?(?:すべて|全て|全部)?(?:${done('通り', '通過し', 'パスし', '成功し')}|パス|成功)`,
  whole: { tests: '失敗した?テスト(?:は)?(?:ありません|なし)' },
  fixed: `(?:修正|解決|解消|対処)${DID}|${done('直し', '直り')}`,
  deployed: `(?:デプロイ|リリース|公開|反映)${DID}`,
  verified: `(?:検証|確認|再現)${DID}|確認でき(?:ました|ています)(?!か)|(?:正常に|正しく|期待(?:通り|どおり)に|想定(?:通り|どおり)に)(?:動作|機能)して(?:います|いる)|(?:正常に|正しく|期待(?:通り|どおり)に)(?:動作|機能)しました`,
  weak: '(?!)',
  committed: `コミット${DID}`,
  pushed: `プッシュ${DID}`,
  made: `(?:作成|追加|変更|更新|編集|削除|リネーム|修正)${DID}|書き(?:まし)?た(?![らか])|書き換え(?:まし)?た(?![らか])`,
  read: '読み(?:まし)?た(?![らか])|読み込みました|(?:確認|参照)しました(?![らか])|開きました(?![らか])',
  negative: 'ていません|ませんでした|できません|失敗|未(?:実施|確認|検証)|まだ|のみ|だけ',
  attached: '',
  unreal:
    'もし|はず|べき|予定|つもり|たい(?:です|と)|かもしれ|でしょう|だろう|次に|これから|今後|念のため.{0,10}ください|ようにします|例えば|たとえば|昨日|以前の',
  imperative: 'どう|なぜ|次は|まず',
  reported: 'とのこと|によると|によれば|おっしゃ|と言って|と報告され',
  voids:
    'かどうか|記憶では|未確認|思われ|と思い|ください|ましょう|(?:た|れ)場合|なければ|(?:通|成功す|完了す|パスす)れば|たら、|してから',
  retracts: '待って|いや、|(?:それ|これ)は(?:以前|昨日|古い)',
  continues: '結果|それら|すべて|全て|どちらも',
  all: '(?:すべて|全て|全部|全)の?(?:単体)?テスト|テスト(?:は|が)(?:すべて|全て|全部|全件)|テスト(?:スイート)?全体|全テスト|全件',
  part: '(?:における|での|の中の)',
  joins: 'また|そして|しかし|ただし|そのため',
  resets: 'しかし|ただし|そのため',
  fillers: '(?:すべて|全て|全部|全件|結果|は|が|も|現在|これで|どちらも|\\d+ ?件?)',
  leads: '(?!)',
  passives: '',
  describes: '',
  objects: '',
  others: {},
  hygiene: '',
};
