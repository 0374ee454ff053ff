/**
 * Pairs of opposites by language, as `one / other | …`: a claim contradicts a source that uses the opposite word. A word that ends in `-` is
 * the beginning of several. The ends of an axis with `~` often occur in one account, so that they differ only in the same context. Those of
 * one with `^` make no difference by themselves, but turn what is said of them.
 */
const AXES: Readonly<Record<string, string>> = {
  en:
    'more greater most / fewer less lesser least | higher highest / lower lowest | rise rises rose risen rising increase increased increases increasing grow grows grew grown growing growth gain gains gained gaining climb climbs climbed climbing surge surges surged surging jump jumps jumped soar soars soared soaring expand expands expanded expanding expansion raise raises raised raising elevate elevates elevated elevating elevation heighten heightened doubled doubling tripled tripling quadrupled / fall falls fell fallen falling decrease decreased decreases decreasing decline declines declined declining drop drops dropped dropping shrink shrinks shrank shrunk shrinking reduce reduces reduced reducing reduction reductions lowers lowered lowering plunge plunges plunged diminish diminishes diminished diminishing halved halving | larger largest bigger biggest greater greatest / smaller smallest | ' +
    '~before prior / after following | above / below beneath | won win wins winning winner victory beat / lost lose loses losing loss | gained gain gains gaining / lost lose loses losing loss | north northern northward / south southern southward | east eastern eastward / west western westward | northeast northeastern / southwest southwestern | ~first earliest / last latest | majority / minority | maximum / minimum | positive positively / negative negatively | longer longest / shorter shortest | older oldest elder / younger youngest | best / worst | better improve improves improved improving improvement improvements / worse worsen worsens worsened worsening | faster fastest / slower slowest | ~early earlier / late later | up upward / down downward | strengthen strengthens strengthened strengthening stronger / weaken weakens weakened weakening weaker | ' +
    'accept accepts accepted approve approves approved approval / reject rejects rejected rejection refuse refuses refused refusal decline declines declined | ~uphold upholds upheld affirm affirms affirmed / overturn overturns overturned overrule overrules overruled reverse reverses reversed vacate vacates vacated quash quashes quashed annul annuls annulled invalidate invalidates invalidated downstruck asideset outthrown | ~grant grants granted allow allows allowed / dismiss dismisses dismissed | ~raise raises raised increase increases increased cut cuts lower lowers lowered reduce reduces reduced change changes changed / unchanged | ~brighter brightest / dimmer dimmest | ~heavier heaviest / lighter lightest | ~thicker thickest / thinner thinnest | ~wider widest / narrower narrowest | ~deeper deepest / shallower shallowest | ~warmer warmest hotter hottest / cooler coolest colder coldest | ' +
    '~richer richest / poorer poorest | ~strongest / weakest | ~compulsory mandatory obligatory / optional voluntary | ~fair / unfair | acquit acquits acquitted / convict convicts convicted | enable enables enabled / disable disables disabled | male men / female women | ^high / low | ^warm hot / cold cool | ^survival / mortality death deaths | ^sufficient adequate / deficient deficiency insufficient insufficiency lacking | ^outdoor outdoors / indoor indoors | ^child children / adult adults | ^control controls placebo / treatment treated intervention',
  de: 'steig- stieg- gestiegen gesteiger- ansteig- anstieg- angestiegen wuchs- wachs- wächst gewachsen zugenommen zunahm- zunehm- zunimmt erhöh- / sank- sink- gesunken fallen fiel fielen fällt gefallen senk- gesenkt zurückgeg- zurückging- zurückgeh- rückgang- abgenommen abnahm- abnehm- abnimmt verringer- reduzier- schrumpf- geschrumpft verminder- | mehr / weniger | höher- höchste höchsten höchster höchstes / niedriger- niedrigste- geringer- geringste- | größer- größte größten größter größtes / kleiner- kleinste kleinsten kleinster kleinstes | länger- längste- verläng- / kürzer- kürzeste- verkürz- | älter- älteste- / jünger- jüngste jüngsten | besser- beste besten verbesser- / schlechter- schlechteste- verschlechter- | schneller- beschleunig- / langsamer- verlangsam- | stärker- verstärk- / schwächer- abgeschwächt | gewann gewannen gewonnen gewinnt siegt- / verlor verloren verliert | nördlich- norden / südlich- süden | östlich- osten / westlich- westen | mehrheit / minderheit | genehmigt- genehmigen stattgegeben zugestimmt gebilligt billigt- angenommen erlaubt- zugelassen / untersagt- untersagen verboten abgelehnt abgewiesen zurückgewiesen verworfen verwarf | bestätigt- bestätigen / aufgehoben gekippt kippte | freigesprochen / verurteilt- | teurer / billiger günstiger | rechtmäßig / rechtswidrig',
  fr: 'augment- hauss- croît croissan- progress- accru- accroî- grimp- / diminu- baiss- recul- chut- réduit- réduire réduction- décroi- | plus / moins | haut haute hauts hautes élevé élevée supérieur- / bas basse basses faible faibles inférieur- | meilleur- amélior- / pire pires dégrad- détérior- empir- | confirm- / annul- infirm- invalidé- | accueilli- approuv- adopt- autoris- accept- / rejet- refus- débout- interdi- | relax- acquitt- / condamn- | gagn- remport- victoire / perd- défaite | nord / sud | majorité / minorité | reconnu- admis avou- / nié nie nient niait dément- | allong- prolong- / raccourci- écourt- | aîné- / cadet- | optimist- / pessimist-',
  es: 'aument- subir subió subieron subido sube suben subida- crec- increment- elev- / disminu- caer bajar bajó bajaron bajado bajan bajada- cayó cayeron caíd- cae caen descend- descens- reduj- reduc- decrec- rebaj- | más / menos | mayor mayores máxim- / menor menores mínim- | mejor- / peor- empeor- | ganó ganaron ganado victoria / perdió perdieron perdido derrota- | confirm- ratific- / anul- revoc- | aprob- aprueb- acept- admiti- autoriz- estimó / rechaz- deneg- desestim- prohib- | absuelt- absolv- / conden- | norte / sur | mayoría / minoría | avanz- / retroced-',
  it: 'aument- cresc- crebb- salire salit- salì sale salgono increment- / diminu- calare scendere calat- calò cala calano calo scese- sceso scesa scesi scende scendono ridott- riduc- ridus- riduz- | più / meno | alto alta alti alte / basso bassa bassi basse | maggior- massim- / minor- minim- | miglior- / peggior- | vint- vins- vittoria / perso persa persi sconfitt- | conferm- / annull- revoc- ribalt- | accolt- accogli- approv- accett- autorizz- / respint- respin- rigett- bocciat- vietat- | assolt- assolv- / condann- | nord / sud | est / ovest | allung- / accorci-',
  pt: 'aument- subir subiu subiram sobe sobem cresc- increment- elev- / diminu- cair descer baixar caiu caíram cai caem baixou baixaram desceu desceram reduz- reduç- queda quedas | mais / menos | alto alta altos altas / baixo baixa baixos baixas | maior maiores maioria máxim- / menor menores minoria mínim- | melhor- / pior- | ganhou ganharam venceu venceram vitória / perdeu perderam derrota- | confirm- manteve / anul- revog- | aprov- aceit- autoriz- defer- / rejeit- recus- negou indefer- proib- | absolv- / conden- | norte / sul | leste / oeste',
  nl: 'steeg stegen stijg- gestegen groei- gegroeid toegenomen toenam- toeneem- verhoog- / daal- dalen daling- gedaald afgenomen afnam- afneem- verlaag- kromp- krimp- gekrompen verminder- | meer / minder | hoger- hoogste / lager- laagste | groter- grootste / kleiner- kleinste | beter- beste verbeter- / slechter- slechtste verslechter- | langer- langste / korter- kortste | ouder oudste / jonger jongste | won wonnen gewonnen / verloor verloren | noorden noordelijk- / zuiden zuidelijk- | oosten oostelijk- / westen westelijk- | goedgekeurd goedkeur- toegewezen toegestaan / afgewezen verboden verwierp verworpen | bevestig- / vernietig- | vrijgesproken / veroordeel- | meerderheid / minderheid',
  pl: 'wzros- wzrós- wzrast- rośnie rosną zwiększ- podniós- podnios- / spad- spaś- zmniejsz- obniż- zmala- malej- | więcej bardziej / mniej | wyższ- najwyższ- większ- największ- / niższ- najniższ- mniejsz- najmniejsz- | lepsz- najleps- poprawi- / gorsz- najgors- pogorsz- | wygra- zwycięż- / przegra- | utrzyma- potwierdz- / uchyli- unieważni- | uwzględni- zatwierdz- zezwoli- / oddali- odrzuci- odmówi- zakaza- | uniewinni- / skaza- | północ- / południ- | wschód wschod- / zachód zachod- | starsz- najstars- / młodsz- najmłods- | dłużs- wydłuż- / krótsz- skróci-',
}; // prettier-ignore

/** A direction: an axis and one of its two ends. */
export type Direction = { readonly axis: number; readonly end: 0 | 1 };
type Table = ReadonlyMap<string, readonly Direction[]>;

const tables = new Map<string, Table>();
function tableIn(spoken: string): Table {
  const known = tables.get(spoken);
  if (known) return known;
  const table = new Map<string, Direction[]>();
  axesIn(spoken).forEach((row, axis) =>
    row.split(' / ').forEach((list, at) => {
      for (const word of list.replace(/[~^]/, '').split(' ')) {
        const others = (table.get(word) ?? []).filter((d) => d.axis !== axis);
        table.set(word, [...others, { axis, end: at === 0 ? 0 : 1 }]);
      }
    }),
  );
  tables.set(spoken, table);
  return table;
}
const axesIn = (spoken: string): readonly string[] => (AXES[spoken] ?? AXES['en'] ?? '').split(' | ');
const marked = (mark: string): ReadonlySet<number> =>
  new Set(axesIn('en').flatMap((row, axis) => (row.startsWith(mark) ? [axis] : [])));
const [LOOSE, SILENT] = [marked('~'), marked('^')];
export const isLooseAxis = (axis: number): boolean => LOOSE.has(axis);
/** Whether its words only show that two texts speak of opposite things. */
export const isSilentAxis = (axis: number): boolean => SILENT.has(axis);

/** Lengths of the beginnings in `AXES`. */
const [SHORTEST, LONGEST] = [3, 12];
/** The directions that a word expresses, on one axis or several. Not its stem: `majority` and `major` share one. */
export function directionsOf(written: string, spoken: string): readonly Direction[] {
  const word = written.toLowerCase();
  const table = tableIn(spoken);
  const known = table.get(word);
  if (known || spoken === 'en') return known ?? [];
  for (let length = Math.min(LONGEST, word.length); length >= SHORTEST; length--) {
    const found = table.get(`${word.slice(0, length)}-`);
    if (found) return found;
  }
  return [];
}
