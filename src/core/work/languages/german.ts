/** German words of claims of work; what is not named here is as in English. */
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';

export const GERMAN: Lexicon = {
  ...ENGLISH,
  gate: `${ENGLISH.gate}|bestanden|grün|laufen durch|läuft durch|fehlerfrei|sauber|erfolgreich|keine |ohne |behoben|gelöst|veröffentlicht|ausgerollt|geprüft|bestätigt|übersetzt`,
  subjects: {
    ...ENGLISH.subjects,
    tests: `${ENGLISH.subjects.tests}|Testsuite|Testlauf|Modultests|Tests?`,
    types: `${ENGLISH.subjects.types}|Typprüfung|Typen`,
    build: `${ENGLISH.subjects.build}|Kompilierung|Projekt|Übersetzung`,
  },
  positive: 'bestanden|grün|laufen durch|läuft durch|durchgelaufen|fehlerfrei|sauber|erfolgreich',
  zero: '(?:keine|ohne|0)(?: weiteren| neuen)? (?:(?<modifier>Typ|Lint|Build|Test)-?)?(?:Fehlern?|Warnungen|Probleme|Befunde|Fehlschläge)',
  counted: '(?<done>\\d+)(?:(?:/| von )(?<total>\\d+))? Tests (?:bestanden|grün)',
  whole: { build: '(?:kompiliert|übersetzt|baut) (?:wieder|jetzt|fehlerfrei|sauber)' },
  fixed: '(?:behoben|gelöst|repariert|beseitigt)',
  deployed: 'ausgeliefert|ausgerollt|veröffentlicht|deployt',
  verified: 'überprüft|geprüft|bestätigt|verifiziert|nachgestellt',
  weak: 'geprüft|überprüft|nachgestellt',
  committed: 'committet|eingecheckt',
  pushed: 'gepusht',
  negative: 'nicht|kein|nie|noch nicht|schlägt fehl|schlagen fehl|fehlgeschlagen|ungetestet',
  attached: '',
  unreal:
    'werde|wird|werden|würde|sollte|sollten|könnte|müsste|muss|müssen|will|wenn|falls|sobald|bevor|damit|vielleicht|vermutlich|wahrscheinlich|hoffentlich|als Nächstes|lass|bitte',
  imperative:
    'bitte|prüfe|starte|führe|lass|stelle sicher|kannst|können|soll|sollen|sollte|was|wie|warum|wenn|falls',
  reported: 'du sagtest|laut|du hast gesagt|Sie sagten|schreibt',
  voids: 'aus dem Gedächtnis|noch zu bestätigen|angeblich',
  retracts: 'das war von gestern|das ist alt|moment\\b',
  continues: 'ergebnis|sie|alle|beide|es',
  all: 'alle (?:\\w+ )?Tests|(?:ganze|gesamte|komplette|volle) Testsuite|jeder Test',
  part: '\\b(?:in|für|unter|von) ',
  joins: 'und|aber|sodass|während|obwohl|weil|dann|sowie',
  resets: 'aber|sodass|obwohl',
  fillers: '(?:alle|sie|es|wieder|jetzt|auch|nun|sind|ist|war|waren|wurden|wurde|laufen|läuft|beide|\\d+)',
  leads: '(?:ich|wir|habe|haben|auch|dann|jetzt|bereits|erfolgreich|alle|ist|sind|wurde|wurden)',
  passives: '(?:ist|sind|wurde|wurden|war|waren|jetzt|nun|auch|bereits|habe|haben|Fehler|Problem|Absturz)',
  describes: '(?:ein|eine|der|die|das|den|dem|von|für|zu|werden)',
  objects: '(?:die|den|das|an|zu)',
  others: {},
};
