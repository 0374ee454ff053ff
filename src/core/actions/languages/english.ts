/** English words of claims of work. */
import type { Lexicon } from './claimWords';

export const ENGLISH: Lexicon = {
  isSpaced: true,
  gate: '\\d/\\d|pass|green|clean|succe|\\bok|happy|stable|✓|✅|✔|☑|🟢|confirm|finish|\\bno |\\b0 |zero|nothing|without|not a single|none|fixed|resolved|squash|patched|repaired|gone|deploy|shipped|publish|released|promoted|rolled|pushed|live|verified|validated|check|tested|works|behave|match|return|handled|looks? |commit|created|added|wrote|updated|modified|changed|edited|rewr|deleted|removed|renamed|moved|read|opened|reviewed|builds|compiles|built|emitted|no longer|formatted|reproduced|types|complete|touch|looked|through|no other',
  subjects: {
    types:
      'TypeScript(?= (?:is (?:clean|happy)|reports?|passes|has no|finds|meldet|zeigt|findet|hat kein)\\b)|type[- ]?check(?:s|ed|er|ers|ing)?|type coverage|types|typing|mypy|tsc|pyright|basedpyright|pyre|sorbet|flow check|dart analyze|cargo check|go vet|vets|strict mode|compiler|fsyntax-only',
    lint: 'lint(?:s|er|ers|ing)?|eslint|ruff|flake8|clippy|golangci-lint|rubocop|pylint|stylelint|shellcheck|swiftlint|ktlint|hadolint|tflint|yamllint|markdownlint|black|isort|prettier|gofmt|cargo fmt|formatting|formatter|format check|style check|oxlint|biome|pre-commit hooks?',
    build:
      '(?:cargo|go|docker|make|npm run|pnpm|yarn|xcode|tsc --|uv|ninja|swift|vite|production|release|CI) ?build|CI(?: (?:pipeline|checks?|run)|(?=:| (?:is|was|pass\\w*|green|all|now|still|succeed\\w*)\\b|\\W{0,4}$))|make all|build stage|builds?|building|bundler?|webpack|vite|esbuild|rollup|turbo|xcodebuild|ninja|compil(?:es?|ed|ing|ation)|recompiled|rebuilt',
    tests:
      '(?:mvnw?|gradlew?|make) (?:verify|check)|(?:go|cargo|npm|pnpm|yarn|dotnet|mvn|make|bun|gradle|swift) test|test(?:ing)? (?:suites?|cases?|matrix|runs?|files?)|tests?|test-suite|suites?|specs|pytest|jest|vitest|mocha|rspec|phpunit|tox|nox|junit|unittest|ctest|playwright|cypress|matrix|coverage run',
  },
  named: '\\w+[._-](?:tests?|spec)\\.\\w{1,4}|test_\\w+(?:\\.py)?|Test_?[A-Z]\\w+',
  positive:
    'pass(?! \\d(?![\\d/]))(?:es|ed|ing)?|all green|green|clean(?:ly)?|succeed(?:s|ed)?|success(?:ful(?:ly)?)?|ok|okay|happy(?!-path)|stable|already formatted|formatted correctly|without (?:a hitch|incident|complaints?)|✓|✅|✔|☑|🟢|confirm it',
  completes: 'complete(?:[sd]|(?! [a-z]))|finishe[sd]|goes green|works again',
  zero: '(?:(?:no|zero|0|without(?: any| a single)?|not a single)(?: (?:more|new|remaining|other))? (?:(?<modifier>type|lint|linter|linting|build|compile|compiler|compilation|typing|test|failing)[- ])?(?:errors?|failures?|failed|failing|warnings?|issues?|problems?|violations?|offen[sc]es?|findings?|diagnostics?|tests|diff)|(?:failed|failures|errors|warnings?|problems|issues): (?:0|none)|nothing (?:left |else )?(?:to (?:flag|report|say|add|fix)|flagged|reported)|(?:reports?|reported|has|had|found|finds|flags) nothing|returned nothing|no longer (?:flags?|complains?|reports?)(?: anything| about anything)?)',
  counted:
    '\\d[\\d,]*(?:(?:/| of | out of )\\d[\\d,]*)? (?!(?:arg|argument|day|flag|hour|minute|month|param|parameter|second|value|week|year)s? )(?:[\\w-]{1,20} ){0,2}?(?:tests? |examples? |specs? |cases? |packages? )?pass(?! \\d(?![\\d/]))(?:ed|ing|es)?|(?:tests?|specs?|suite)\\s{0,4}[:|]\\s{0,4}(?:✅\\s{0,2})?\\d+\\s?/\\s?\\d+(?!/)|\\d+ examples?, 0 failures|OK \\(\\d+ tests?|(?:passed|passing):? \\d+/\\d+|all \\d+ (?:tests )?pass(?:ed)?',
  whole: {
    build:
      'successfully (?:built|compiled)|(?:it|app|project|workspace|module|everything|code|package|crate|bundle|binary|that|image|build) (?:now |still |also )?(?:builds|compiles)(?= (?:now|again|cleanly|clean|fine|successfully|on|in|and|with|without)\\b|[^:A-Za-z]*$|[.,;!)])|(?:builds|compiles) (?:now|again)(?! (?:run|use|include|take|need|go|have)\\b)|(?:binary|bundle|artefacts?|artifacts?|package|wheel|targets) (?:was |were |is )?(?:built|emitted|written)|finished (?:dev|release|test|`\\w+`) ?(?:profile )?\\[',
    lint: 'lint[- ]clean|no lint (?:errors|warnings|issues)',
    types: 'types (?:all )?check(?: out)?(?= |$|[.,;!])|100% typed',
    tests:
      "successfully ran (?:all |the |full |entire |whole |unit |test )*(?:tests|suite)|(?:all|everything(?: is|’s|'s)?) (?:now )?green(?! (?:light|field))|no failing tests|nothing (?:else )?broke",
  },
  fixed:
    '(?:fixed|resolved|squashed(?= (?:[\\w-]+ ){0,4}(?:bugs?|issues?|errors?|crash|leak|race|flake|problem|regression))|patched|repaired|(?:bug|issue|crash|problem|error|leak|failure|regression)s? (?:(?:is |are |was |were )?(?:now )?gone|no longer (?:reproduces?|occurs?|happens?|appears?)))',
  deployed:
    "deploy(?:ment)?:\\s{1,4}(?:production|prod|staging)|deploy(?:ment)? (?:succeeded|(?:was |is )?(?:now )?(?:successful|completed?)|went (?:through|live))|deployed|shipped|published|released|promoted|rolled (?:it |this |the [\\w ]{1,24} |everything )?out|pushed (?:[\\w $.'’-]{0,40} )?(?:live|to (?:the )?(?:[\\w-]+ )?(?:registry|production|prod|staging|heroku|docker hub|ghcr|npm|pypi|fly(?:\\.io)?|vercel))|pushed (?:the |a )?(?:new )?(?:[\\w-]+ )?(?:image|release|tag|artefact|artifact|package|chart|container)(?: \\w+)?|(?:(?:is|are|it's|it’s) (?:now )?|now (?!live in ))(?:live(?![- ](?!in |at |on |now |again|and |as |for |to |with |without |across |after |behind |since |but |so |\\()[a-z])|on pypi|on npm|in the registry|in production|on the app store)|went live|serving 100% of traffic|applied to (?:production|prod|staging)",
  verified:
    'verified|confirmed|validated|double-checked|checked|tested|load-tested|reproduced|smoke-tested|(?:it|everything|all|(?<![\\w`\\u0001] )that|this|feature|flow|app) (?:all )?(?:now |still )?works(?: now)?|works as (?:expected|intended|designed)|works end to end|behaves? (?:as expected|correctly|the same)|matche?s? (?:expectations|exactly)|returns? the (?:expected|correct|right)|returned the (?:expected|correct|right)|handled (?:them |it )?all correctly|looks? (?:normal|healthy)|confirms? (?:normal|that)|to confirm the \\w+ (?:applied|was|were|is|are)',
  weak: 'checked|tested|reproduced',
  committed: 'committed|amended the commit|made (?:a|one|two|three|the) commits?',
  pushed: 'pushed',
  made: 'created|added|wrote|updated|modified|changed|edited|rewrote|deleted|removed|renamed|moved',
  read: 'read|reviewed|opened|(?:went|gone|looked) through|looked at',
  scope:
    "no other changes (?:were|have been) made|nothing else (?:was |is |has been |has )?(?:changed|touched|modified|affected)|no other (?:files?|code|modules?) (?:was |were |is |are |has been |have been )?(?:changed|touched|modified|edited)|(?:did(?:n['’]t| not)|have(?:n['’]t| not)) (?:touch(?:ed)?|changed?|modif(?:y|ied)|edit(?:ed)?) any(?:thing else|\\s?other (?:files?|code|modules?))|(?:left )?(?:everything else|the rest of the (?:code|codebase|files|project|repo)) (?:is |was |remains? |stays? )?(?:unchanged|untouched)",
  negative:
    "(?:questions?|requirements?|decisions?|discussions?) (?:is|are|was|were|has been|have been) (?:now )?resolved|(?:is|are|be|being|it[’']s) (?:\\w+ )?validated(?= (?!by |end)[a-z(\\u0001])|not|mostly|most(?= )|partially|partly|almost|nearly|\\d{1,2}(?:\\.\\d+)? ?%(?= (?:of|pass|success|tests))|never|cannot|fails?|failed|(?:is|are|was|were|still|keeps?) (?:failing|broken|red)|untested|unverified|neither|nor|nothing|none|hardly|without (?:running|testing|checking)|instead of|rather than|still need|only (?:checked|tested|verified|confirmed)",
  attached: "n['’]t",
  unreal:
    "will|(?:so|since) (?:it|this|that|everything|they) works?|after (?:the|your|this) (?:[\\w-]+ ){1,4}(?:is|are)|(?:to|then|next|please|(?<!can )now) (?:verify|double-check|validate|confirm(?! the \\w+ (?:applied|was|were|is|are)))(?= \\w)|what(?:['’]s| is| was| were| has| have)(?: been)?|can(?! (?:now )?(?:confirm|verify|see|report))|to get|(?:i|we|you|it|they|that|this)['’](?:ll|d)|would|should|could|may|might|must|shall|going to|gonna|need(?:s|ed)? to|need|wants?|plan(?:s|ning)? to|expect(?:s|ed)? (?:this|it|to|that)|hop(?:e|ing|efully)|had (?:the|all|our|those|these) [\\w ]{1,20} been|likely|probably|ought|supposed|presumably|seems?|appears?|think|believe|assume|guess|if|unless|until|once|when|whenever|as soon as|the moment|after you|let me|let's|let’s|let us|to make sure|make sure|ensure|ensures|so that|whether|todo|unclear|unknown|in theory|ideally|can you|could you|do you|please|you can|you could|you may|yesterday|about to|designed to|meant to|aims? to|expected to|remember to|try to|trying to|in order to|until|for example|e\\.g\\.|such as",
  imperative:
    'run|please|check|verify|confirm|make (?:sure|certain|it)|ensure|try|double-check|let|kick|go ahead|feel|pull|keep|add|use|consider|see|note that|wait|deploy|fix|push|publish|ship|commit|test that|validate|update|create|remember|next|should|do|does|is|are|can|could|would|will|how|what|why|which|where|who|when',
  reported:
    "you(?:['’]ve| have) (?:now |already )?(?:fixed|added|changed|pushed|deployed|committed|created|updated)|you (?:said|say|told|wrote|mention(?:ed)?|report(?:ed)?)|as you|(?:states?|stated|wrote|writes|mentions?|asserts?|reports?) that|says|said|quoting|according to|earlier you|user (?:says|said|reports|reported)|claims?|claimed|(?:commit|error) message|(?:glad|good|great|happy) to (?:hear|know|see)",
  voids:
    '(?:to-?do|tbd|planned|in progress|not started)(?=\\s*\\|)|(?:default|optional|recommended)(?=\\))|(?:is|are) (?:required|needed|necessary)|(?:green|clean|success) expected|except(?:ing)?(?! that no)|apart from|aside from|other than|with the exception of|from memory|need to confirm|to be confirmed|not (?:yet )?(?:confirmed|verified|re-?run|re-?checked)|apparently|supposedly|in theory',
  retracts:
    "wait\\b|(?:that|this|those|it|these)(?:['’]s| is| was| are| were| refers?)? (?:just |only |all )?(?:from (?:an? )?(?:earlier|previous|old|yesterday|last)|left over|about (?:a|the) (?:different|previous|old)|before|not current|stale)",
  all: '\\ball (?:of )?(?:the |our |its )?(?:existing |remaining |unit |other )?tests\\b|\\b(?:full|whole|entire|complete) (?:existing |unit )?(?:test )?suite|every (?:single )?test\\b|\\btest suite|\\b(?:full|whole|entire|complete) `(?:cargo|dotnet|go|gradle|make|mvn|npm|pnpm|pytest|yarn)\\b|\\b(?:full|whole|entire|complete) (?:project|repo(?:sitory)?|codebase|code base|workspace|monorepo)\\b|\\beverything (?:pass|is green)|\\banywhere(?: in the (?:project|repo(?:sitory)?|code ?base|workspace))?',
  part: '\\b(?:in|for|under|within|of) (?:the |its |their |these |those |both |all )?[\\w\\u0001`]|\\(',
  joins: 'and|but|so|while|though|although|because|then|plus|since|where|which',
  resets: 'but|so|though|although|now',
  fillers:
    '(?:all|both|unit|integration|e2e|end-to-end|production|it|its|everything|still|now|also|they|both|them|of|are|is|was|were|came|come|comes|back|finished|completed|exits?|with|the|package|codebase|repo|project|module|code|files?|workspace|output|results?|reported|reports|found|fully|again|every|single|time|a|an|on|in|ran|run|result|and|each|each one|existing|full|status|there|had|has|have|shows?|showed|gives?|gave|ended|at|to|total|again|\\d[\\d.,/]*s?)',
  leads:
    "(?:i|we|i['’]ve|we['’]ve|have|also|then|just|now|already|first|finally|and|successfully|manually|all|both|has|had|been|fully|properly|locally|status)",
  opens: '',
  passives:
    '(?:is|are|was|were|been|now|fully|finally|successfully|also|all|both|bugs?|issues?|crash(?:es)?|problems?|fix(?:es)?|tests?|checks?|manually|i|we|counts?)',
  describes:
    '(?:a|an|the|this|that|your|our|its|their|any|each|every|no|vs\\.?|being|be|get|gets|got|previously|of|for|with|to|as|by|more|very|how|whether)',
  objects:
    '(?:through|thru|to|it|them|the|a|an|as|in|via|by|along|down|over|each|nil|null|into|around|back|that|this|these|those|both|all|arguments?|args|data|values?|from|any|its|their|your|our|between|up|\\{|=|bool\\b|[`\\u0001])',
  others: {
    fixed:
      '[- ](?:by (?:the user|you|someone|others|upstream)|to (?:an?|absolute|relative|its|their)|at runtime|lazily|against|width|size|point|set|amount|number|price|rate|time|length|seed|in v|to the|at (?:\\d|top|bottom))',
    deployed:
      ' in (?:\\w+[ -‑])?(?:19|20)\\d\\d| (?:in|at|by) (?:the )?(?:IEEE|ACM|Springer|Elsevier|Nature|Science|Journal|Proceedings|Transactions|Annals|NeurIPS|ICML|ICLR|CVPR|ACL|\\u0001)| (?:(?:a|the|our) )?(?:\\S+ ){0,3}(?:constitution|specification|article|report|guide)(?![\\w-])| (?:(?:the|a|its|their|all|several|multiple|\\d+) )?(?:[\\w-]+ )?(?:(?:sub-?)?agents?|notes?|lock|mutex|connection|memory|resources?|handle|back|by (?:the|a)|by [A-Z]|events?|messages?|announcement|docs?(?! site))',
    pushed: ' (?:back|down|up against|into|through|past|aside)',
    // `Confirmed the form is still text` tells what was found, `it works, but …` is a remark.
    verified:
      ' (?:in|out|off|inline|at \\u0001|at runtime|(?:server|client)-side|against an?|at (?:both|each|every)|\\S{1,60}(?: \\S{1,20})? exists?|(?:(?:the|both|all|your|these) )?(?:\\S{1,20} )?(?:docs?|files?|logs?)|safe|root|why|the (?:root )?cause|(?:that )?(?:(?:the|your|this|these|its?|current|existing|remote|both) )(?:(?!works?\\b|fix|pass|build|tests?\\b)[\\w./-]+ ){1,7}(?:(?:is|are|was|were) (?:an?|the|still|already|only|just|hardcoded|currently|\\u0001)|has|have|had|still|already|uses?|contains?|exists?|needs?|supports?|doesn|only)|(?:that )?there(?:[’\\u0027]s| is| are)|\\S{1,60} (?:is|are) not (?:installed|present|set|defined|configured|used))',
    committed: ' (?:to (?:the|this|your|a) repo(?:sitory)?|before the|after the)',
  },
  hygiene:
    'imports?|warnings?|violations?|syntax|constraints?|mismatch|alias(?:es)?|typing|annotations?|loader|lint\\w*|types?',
};
