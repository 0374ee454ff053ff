/** Chinese words of claims of work. Aspect particles (`了`, `已`) separate what is done from what is planned. */
import { latin, UNSPACED, type Lexicon } from './claimWords';
import { ENGLISH } from './english';

/** `已`, or `已把服务`: the object may come before the verb. */
const DONE = '(?:已|已经|成功)(?:[把将][^，。、]{1,20}?)?';
/** Particles after which a verb is an attribute or another's action: `修复的`, `修复后`. */
const MODIFIES = '的|后|之后|时|前|之前|过程';

export const CHINESE: Lexicon = {
  ...ENGLISH,
  ...UNSPACED,
  subjects: {
    tests: `测试(?:套件|用例|集)?|用例|单测|${latin('tests?|pytest|jest|vitest|mocha|rspec|go test|cargo test|npm test')}`,
    lint: `代码检查|代码规范|格式检查|静态检查|${latin('lint|eslint|ruff|flake8|clippy|prettier|pylint|black')}`,
    types: `类型检查|类型校验|类型|${latin('tsc|mypy|pyright|type ?check')}`,
    build: `构建|编译|打包|${latin('build|CI')}`,
  },
  positive:
    '(?:全部|全都|都|均|已|已经|顺利|成功)*通过(?!率)(?:了)?|成功(?!率)|全绿|绿了|(?:是|为)绿色|一切正常|没问题|正常|✓|✅|✔|(?<![A-Za-z])(?:pass(?:ed)?|OK|green|clean)(?![A-Za-z])',
  completes: '(?:已|已经)?完成(?:了)?',
  zero: '(?:没有|无|未报告|未发现|没有报告|没有发现|不再有|零|0 ?个?)(?:任何|新的|其他)?(?<modifier>类型|编译|构建|lint|测试)? ?(?:的)?(?:错误|报错|警告|告警|问题|失败)',
  counted: '\\d+(?:(?:/| ?个中的 ?)\\d+)? ?(?:个|项|条)? ?(?:测试|用例)?(?:全部|都|均)?(?:通过|成功)',
  whole: {
    build: '可以正常(?:编译|构建)了?|能(?:够)?正常(?:编译|构建)了?',
    tests: '没有(?:任何)?测试失败|没有失败的测试',
  },
  fixed: `${DONE}(?:修复|解决|修好)(?:了)?(?!${MODIFIES})|(?:修复|解决|修好)了(?!吗|${MODIFIES})`,
  deployed: `${DONE}(?:部署|发布|上线)(?:了|到)?(?!${MODIFIES})|(?:部署|发布|上线)了(?!吗|${MODIFIES})`,
  verified: `(?:已|已经)(?:验证|确认|核实|测试|复现)(?:了|过)?(?!${MODIFIES}|通过)|(?:验证|确认|核实|复现)(?:了|过)(?!吗|${MODIFIES})|(?:功能|一切|全部)(?:都)?(?:工作|运行)正常|(?:按|如)预期(?:工作|运行)`,
  weak: '(?!)',
  committed: `${DONE}提交(?:了)?(?!${MODIFIES}|到)|提交了(?!吗|${MODIFIES})`,
  pushed: `${DONE}推送(?:了|到)?(?!${MODIFIES})|并推送(?:了|到|至)|推送了(?!吗|${MODIFIES})`,
  made: `(?:(?:已|已经)(?:创建|新建|添加|修改|更新|删除|重命名|编写|重写)(?:了)?|(?:创建|新建|添加|修改|更新|删除|重命名|编写|重写|改)了)(?!${MODIFIES})`,
  read: `(?:(?:已|已经)(?:阅读|读取|查看)(?:了)?|(?:阅读|读取|查看|读|看)了)(?!${MODIFIES})`,
  scope:
    '(?:没有|未)(?:改动|修改|触碰|动)(?:任何)?(?:其他|其它|别的)(?:任何)?(?:文件|代码|地方)|(?:其他|其它|其余)(?:文件|代码|部分)?(?:均|都)?(?:保持不变|未(?:改动|修改|变)|没有(?:改动|修改|变))',
  negative: '没有|没能|没(?!问题)|未能|未|尚未|还没|不|失败|报错|只(?:有|是)?|仅',
  attached: '',
  unreal:
    '将(?!.{0,12}[了])|会(?!话)|应该|应当|需要|请(?!求)|如果|若|假如|一旦|等到|待|接下来|下一步|再[做跑来]一|等(?=.{0,12}(?:完成|通过))|打算|计划|准备|希望|可能|也许|大概|估计|是否|可以(?!正常)|能否|让我|我来|我先|尽量|确保|以便|以确保|为了|稍后|之后再|想要|理论上|看起来|似乎|好像|之前的|昨天|例如|比如|才能',
  imperative: '请|先|运行|执行|检查(?!通过)|确认(?!了)|让我|如果|怎么|为什么|是否|要不要|需要',
  reported: '你说|您说|你提到|用户说|根据|据|声称|提示说',
  voids: '除了|除外|之外|凭记忆|待确认|待验证|尚未(?:确认|验证|运行)|据说|的话[，,]|时才',
  retracts: '等等|等一下|(?:这|那)(?:是|只是)(?:之前|昨天|旧)',
  continues: '结果|它们|全部|都',
  all: '(?:所有|全部|全体|每个)(?:的)?(?:单元|集成)?(?:测试|用例)|(?:整个|完整)(?:的)?测试套件|测试(?:全部|全都)|全部通过',
  part: '(?:在|中的|下的|里的)',
  joins: '并且|并|而且|但是|但|所以|因此|然后|同时',
  resets: '但是|但|所以|因此|然后',
  fillers: '(?:全部|全都|都|均|已|已经|也|现在|目前|结果|为|是|它们|\\d+ ?个?)',
  leads: '(?:我|我们|也|又|还|然后|现在|并|已|已经|成功|同时|另外|最后)',
  passives: '',
  describes: '',
  objects: '',
  others: {},
  hygiene: '',
};
