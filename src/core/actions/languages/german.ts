/** German words of claims of work; missing fields are as in English. */
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';

/** Up to three words, without a negation. */
const SOME = '(?:(?!nicht|noch|kaum|nie)[a-zäöüß]+ ){0,3}';

export const GERMAN: Lexicon = {
  ...ENGLISH,
  gate: '',
  subjects: {
    ...ENGLISH.subjects,
    tests: `${ENGLISH.subjects.tests}|Testsuite|Testlauf|[a-zäöü]*tests?`,
    types: `${ENGLISH.subjects.types}|Typprüfung|Typcheck|Typen`,
    lint: `${ENGLISH.subjects.lint}|Formatierung`,
    build: `${ENGLISH.subjects.build}|CI|Kompilierung|Projekt|Übersetzung|Kompilieren`,
  },
  positive: `bestanden|bestehen(?! ${SOME.replace('noch|', '')}nicht)|grün|(?:laufen|läuft|liefen|lief) ${SOME}(?:durch|fehlerfrei|sauber|erfolgreich)|durchgelaufen|fehlerfrei|sauber|erfolgreich|gelingt|in Ordnung|✓|✅|✔`,
  completes: 'fertig',
  zero: '(?:meldet |melden |findet |zeigt )?(?:kein|keine|keinen|keinerlei|ohne|null|0)(?: weiteren?| neuen?| einzigen?)? (?:(?<modifier>Typ|Lint|Build|Kompilier|Test)-?)?(?:Fehlern?|Warnung(?:en)?|Probleme?n?|Befunde?|Fehlschl(?:ag|äge)|Beanstandungen)|(?:meldet|findet|beanstandet) nichts(?: mehr)?',
  counted:
    '\\d+ bestandene[nr]? Tests|\\d+(?:(?:/| von )\\d+)? (?:[a-zäöü]*tests )?(?:sind |wurden )?(?:bestanden|grün|erfolgreich)',
  whole: {
    tests: 'alles (?:ist )?(?:wieder |jetzt |nun )?grün',
    build: '(?:kompiliert|übersetzt|baut) (?:wieder|jetzt|nun|fehlerfrei|sauber|ohne Fehler|erfolgreich)',
  },
  fixed: '(?:behoben|gelöst|repariert|beseitigt|korrigiert|gefixt)',
  deployed:
    '(?:ausgeliefert|ausgerollt|veröffentlicht|deployt|deployed|(?:ist|sind) (?:jetzt |nun )?(?:live|produktiv))',
  verified:
    'überprüft|geprüft|getestet|bestätigt|verifiziert|nachgestellt|(?:alles|es|das) funktioniert(?: wieder| jetzt| nun)?|funktioniert (?:wie (?:erwartet|gewünscht|vorgesehen)|einwandfrei|korrekt)',
  weak: 'geprüft|überprüft|getestet|nachgestellt',
  committed: 'committet|commited|committed|eingecheckt',
  pushed: 'gepusht|gepushed',
  made: 'erstellt|angelegt|hinzugefügt|geändert|aktualisiert|angepasst|gelöscht|entfernt|umbenannt|geschrieben|bearbeitet',
  read: 'gelesen|angesehen|durchgesehen|geöffnet',
  scope:
    'sonst (?:wurde |habe ich )?nichts (?:geändert|angefasst|verändert)|keine (?:anderen|weiteren) Dateien (?:wurden )?(?:geändert|angefasst|verändert)|(?:alles andere|der Rest|alle anderen Dateien) (?:ist |sind |bleib(?:t|en) |blieb(?:en)? )?unverändert',
  negative:
    'nichts?|kein|keine[nrms]?|nie|niemals|noch nicht|schlägt fehl|schlagen fehl|fehlgeschlagen|scheitert|scheitern|ungetestet|weder|statt|anstatt|nur',
  attached: '',
  unreal:
    'werde|wird|werden|würde|würden|sollte|sollten|könnte|könnten|müsste|müssten|muss|müssen|kann|will|wollen|möchte|wenn|falls|sofern|sobald|bevor|ehe|bis|damit(?! (?:ist|sind|war|waren|wurden?|läuft|laufen|funktioniert|bestehen|baut))|um|vielleicht|vermutlich|wahrscheinlich|voraussichtlich|hoffentlich|eigentlich|scheinbar|anscheinend|theoretisch|als Nächstes|nächster Schritt|lass|lassen Sie|bitte|ob|geplant|gestern|zum Beispiel|z\\.\\s?B\\.',
  imperative:
    'bitte|prüfe|prüfen Sie|starte|führe|lass|stelle sicher|stellen Sie|kannst|können|könnten|soll|sollen|sollte|möchtest|möchten|was|wie|warum|wann|wer|wenn|falls|achte|vergiss|denk',
  reported:
    'du sagtest|laut|(?:du hast|Sie haben) (?:gesagt|geschrieben|gemeldet|behauptet|erwähnt)|Sie sagten|Sie schrieben|du schriebst|schreibt|behauptet|meldest',
  voids:
    'außer|bis auf|mit Ausnahme|aus dem Gedächtnis|noch zu bestätigen|angeblich|noch nicht (?:bestätigt|geprüft)',
  retracts: 'das war von gestern|das ist (?:alt|veraltet)|das (?:war|stammt) (?:vor|von|aus)|moment\\b',
  all: 'alle (?:\\w+ )?Tests|(?:ganze|gesamte|komplette|volle|vollständige) Test(?:suite|lauf)|jeder Test|sämtliche Tests|alles (?:ist )?grün',
  part: '\\b(?:in|für|unter|von) ',
  joins: 'und|aber|sodass|während|obwohl|weil|dann|sowie',
  resets: 'aber|sodass|obwohl',
  fillers:
    '(?:alle|sie|es|wieder|jetzt|auch|nun|sind|ist|war|waren|wurden|wurde|laufen|läuft|beide|und|weiterhin|komplett|vollständig|\\d+)',
  leads:
    '(?:ich|wir|habe|haben|auch|dann|jetzt|nun|bereits|erfolgreich|alle|ist|sind|wurde|wurden|außerdem|danach|zusätzlich|lokal|manuell)',
  opens:
    '^\\P{L}*(?:\\p{L}+\\s+){0,3}(?:ich habe|habe ich|wir haben|haben wir)\\s|(?:^|\\s)(?:wurden?|ist|sind)\\s(?:[\\p{L}\\d.-]+\\s){0,6}$',
  isObjectFirst: true,
  passives:
    '(?:ist|sind|wurde|wurden|war|waren|jetzt|nun|auch|bereits|habe|haben|Fehler|Problem|Absturz|Bug)',
  describes: '(?:ein|eine|einen|der|die|das|dem|von|für|zu|werden|im|am|zum)',
  objects: '(?:die|den|das|an|zu)',
  others: {},
};
