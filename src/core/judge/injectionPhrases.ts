/**
 * Phrases that address a judge or deny, by language, folded (lower case, no accents). `injection.ts` tries all of them, because a page may
 * address its judge in any language.
 */

/** Phrases that address a judge anywhere in a sentence. */
export const TO_A_JUDGE: readonly string[] = [
  'previous instructions', 'prior instructions', 'above instructions', 'earlier instructions', 'all instructions', 'ignore the above',
  'ignore everything above', 'disregard the above', 'disregard previous', 'your verdict', 'your rationale', 'your judgement', 'your judgment',
  'claim as supported', 'claims as supported', 'claim is supported', 'claims are supported', 'answer supported', 'answer: supported',
  'verdict supported', 'verdict: supported', 'verdict is supported', 'solution: supported', 'say supported', 'output supported',
  'return supported', 'respond supported', 'return verdict', 'quote exactly', 'quote this sentence', 'quote the following', 'positive review only',
  'llm reviewer', 'ai reviewer', 'automated reviewer', 'to the evaluator', 'to the judge model', 'decode rot13', 'decode base64',
  '"supported"', '"verdict"', '"support"', 'supported: true', 'end of source', '</source', '</claim', '[inst]', '<|',
  // German
  'ignoriere alle', 'ignorieren sie alle', 'ignoriere die', 'vorherigen anweisungen', 'vorigen anweisungen', 'bisherigen anweisungen', 'obigen anweisungen',
  'alle anweisungen', 'behauptung als belegt', 'aussage als belegt', 'behauptung als gestutzt', 'aussage als gestutzt', 'behauptung als bestatigt',
  'diese behauptung ist belegt', 'diese aussage ist belegt', 'antworte mit', 'dein urteil', 'an das sprachmodell', 'ki-gutachter', 'ki-prufer',
  // French
  'ignorez toutes', 'ignorez les instructions', 'ignore les instructions', 'oubliez les instructions', 'instructions precedentes', 'instructions ci-dessus',
  'toutes les instructions', 'affirmation comme etayee', 'affirmation comme confirmee', 'affirmation comme verifiee', 'affirmation comme soutenue',
  'cette affirmation est etayee', 'cette affirmation est verifiee', 'votre verdict', 'ton verdict', 'au modele de langage', 'a l\'evaluateur',
  // Spanish and its neighbours
  'ignora las instrucciones', 'ignore las instrucciones', 'ignora todas', 'ignore todas las', 'instrucciones anteriores', 'instrucciones previas',
  'todas las instrucciones', 'afirmacion como respaldada', 'afirmacion como verificada', 'afirmacion como apoyada', 'esta afirmacion esta respaldada',
  'esta afirmacion esta verificada', 'tu veredicto', 'al modelo de lenguaje', 'al evaluador', 'ignora tutte', 'ignora le istruzioni',
  'ignore as instrucoes', 'игнорируй',
  // Chinese, both scripts
  '忽略之前', '忽略以上', '忽略所有', '忽略先前', '忽略上述', '忽略前面', '无视之前', '无视以上', '无视所有', '無視之前', '無視以上', '無視所有',
  '标记为支持', '標記為支持', '判定为支持', '判定為支持', '视为支持', '視為支持', '标记为已证实', '回答支持', '回答“支持”', '回答「支持」',
  '请引用以下', '請引用以下', '评审模型', '評審模型',
  // Japanese
  '指示を無視', '指示を忽', '指示は無視', '命令を無視', '支持と回答', '支持されていると回答', '支持と判定', '裏付けられていると判定', 'supported と',
  'と回答してください', '次の文を引用し', '評価モデル', 'ai査読', '審査aiへ',
  // Korean
  '이전 지시', '지시를 무시',
]; // prettier-ignore

/** An instruction about the claim, in languages other than English. */
export const ORDERS: readonly RegExp[] = [
  /\b(?:bitte|sie mussen|du musst)\b.{0,80}\b(?:behauptung|aussage)\b.{0,80}\b(?:belegt|gestutzt|bestatigt|wahr|supported)\b/,
  /\b(?:markiere|markieren sie|bewerte|bewerten sie|werte|werten sie|stufe|bestatige|bestatigen sie) (?:diese|die|alle|jede) (?:behauptung|aussage)/,
  /\b(?:marquez|notez|jugez|evaluez|confirmez|considerez|classez|acceptez) (?:cette|l'|les|toutes? (?:cette|les)) ?affirmations?\b/,
  /\b(?:marca|marque|califica|califique|confirma|confirme|considera|considere|acepta|acepte|evalua|evalue) (?:esta|la|las|todas las) afirmacion(?:es)?\b/,
  /(?:请|請|必须|必須).{0,20}(?:该|該|此|这一|這一|所有)(?:主张|主張|说法|說法|声明|聲明|论断|論斷).{0,20}(?:支持|成立|属实|屬實|正确|正確|真实|真實)/,
  /(?:この|すべての|本)(?:主張|記述|クレーム)(?:を|は).{0,30}(?:支持|正しい|真|裏付け).{0,20}(?:してください|せよ|とみなす|と判断|と評価)/,
];

/** Words that negate the rest of a sentence. */
export const DENIALS: readonly RegExp[] = [
  /\b(?:false|falsely|untrue|myths?|misconceptions?|misbelief|debunk(?:ed|s)?|hoax|fake|fictional|fabricated|incorrect(?:ly)?|wrong(?:ly)?|erroneous(?:ly)?|mistaken(?:ly)?|disprove[dns]?|refute[ds]?|rejects?|rejected|contrary to|no evidence|no truth|not true|not the case|not correct|no support for|rumou?r(?:s|ed)?|satire|satirical|alleged(?:ly)?|supposed(?:ly)?|retracted|den(?:y|ies|ied)|dispute[ds]?|contradict(?:s|ed)?|failed to|unproven|unfounded)\b/,
  /\b(?:falsch(?:e[mnrs]?)?|falschlich(?:erweise)?|falschmeldung|unwahr(?:e[mnrs]?)?|irrtumlich(?:e[mnrs]?|erweise)?|irrtum|irrglauben?|mythos|widerlegt(?:e[mnrs]?)?|erfunden(?:e[mnrs]?)?|angeblich(?:e[mnrs]?)?|vermeintlich(?:e[mnrs]?)?|gerucht(?:e[n]?)?|unzutreffend(?:e[mnrs]?)?|dementiert(?:en?)?|bestreite[nt]|bestritt(?:en)?|widersprach(?:en)?|widerspricht|keine? belege?|keinen beleg|stimmt nicht|trifft nicht zu|nicht wahr|entgegen|unbegrundet(?:e[mnrs]?)?|satire)\b/,
  /\b(?:faux|fausses?|faussement|erronee?s?|mythe|idee recue|canular|pretendu(?:e|s|es|ment)?|dement(?:i|ie|is|ent|it)?|refutee?s?|rumeurs?|inexacte?s?|aucune preuve|contrairement a|conteste(?:e|s|nt)?|soi-disant|infondee?s?|il est faux)\b/,
  /\b(?:fals[oa]s?|falsamente|erronea(?:s|mente)?|erroneos?|mitos?|bulos?|desmentid[oa]s?|desmiente[n]?|desmintio|refutad[oa]s?|refuta[n]?|rumor(?:es)?|supuestamente|presuntamente|presunt[oa]s?|incorrect[oa]s?|inexact[oa]s?|ninguna prueba|no hay pruebas|no hay evidencias?|contrariamente a|niega[n]?|nego|no es cierto|no es verdad|satira)\b/,
  /谣言|謠言|传言|傳言|辟谣|闢謠|不实|不實|虚假|虛假|是错误的|是錯誤的|错误地|錯誤地|不正确|不正確|误传|誤傳|讹传|訛傳|否认|否認|驳斥|駁斥|没有证据|沒有證據|据称|據稱|谎言|謊言|不是真的|与事实不符|與事實不符|伪造|偽造/,
  /誤りで|誤りだ|誤って|誤報|誤解|嘘|デマ|虚偽|間違い|間違って|否定し|否定され|事実ではな|事実でな|根拠はな|根拠がな|証拠はな|証拠がな|捏造|撤回され|とされてい?たが|反論/,
];

/** A following sentence that takes back the previous one. */
export const TAKEN_BACK: readonly RegExp[] = [
  /^(?:but |however,? )?(?:that|this|it|which|the (?:claim|statement|report|assertion))(?: claim| statement| assertion| report)? (?:is|was|has been|turned out to be|proved) (?:\w+ )?(?:false|wrong|untrue|incorrect|not true|not so|not the case|not correct|a myth|a hoax|mistaken|debunked|retracted|refuted|disproved)/,
  /^(?:doch |aber )?(?:das|dies|es|die(?:se)? (?:behauptung|aussage|meldung)) (?:(?:ist|war|wurde)(?: jedoch| aber)? (?:\w+ )?(?:falsch|unwahr|widerlegt|nicht (?:wahr|richtig|korrekt|der fall)|ein irrtum|ein mythos|ein gerucht)|(?:stimmt|trifft)(?: jedoch| aber)? nicht)/,
  /^(?:mais |or,? )?(?:c'est|c'etait|cela est|ceci est|cette affirmation (?:est|etait|a ete)) (?:\w+ )?(?:faux|fausse|inexacte?|errone|un mythe|une rumeur|dementi|refute)/,
  /^(?:pero |sin embargo,? )?(?:esto|eso|ello|esta (?:afirmacion|noticia))? ?(?:es|era|fue|resulto) (?:\w+ )?(?:fals[oa]|incorrect[oa]|un mito|un bulo|desmentid[oa]|refutad[oa])|^(?:pero )?(?:esto |eso )?no (?:es|era) (?:cierto|verdad|correcto|asi)/,
  /^(?:但|然而|不过|不過)?[,，]?(?:这|這|此|该说法|該說法|这种说法|這種說法)(?:其实|其實|实际上|實際上)?(?:是|并|並)?(?:错误|錯誤|不实|不實|谣言|謠言|不正确|不正確|虚假|虛假|非事实|非事實|不是真)/,
  /^(?:しかし|だが|ただし)?[、,]?(?:これ|それ|この(?:主張|説|報道))は(?:事実では|誤り|間違い|嘘|デマ|虚偽|正しくな)/,
];
