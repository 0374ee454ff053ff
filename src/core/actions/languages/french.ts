/** French words of claims of work; missing fields are as in English. */
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';

export const FRENCH: Lexicon = {
  ...ENGLISH,
  gate: '',
  subjects: {
    tests: `${ENGLISH.subjects.tests}|tests? unitaires?|suite (?:de tests?|complète)|batterie de tests`,
    lint: `${ENGLISH.subjects.lint}|formatage|analyse statique`,
    types: `${ENGLISH.subjects.types}|vérificateur de types|vérification (?:des|de) types?|typage`,
    build: `${ENGLISH.subjects.build}|CI|compilation|construction`,
  },
  positive:
    'passent|passe(?! (?:le|la|les|un|une|à|en (?!\\d)|par|de|du|des|son|sa)\\b)|continuent? (?:de|à) passer|réussissent|réussit|réussie?s?|(?:au |en )?verte?s?|avec succès|sans (?:accroc|encombre|heurt)|propres?|OK|✓|✅|✔',
  completes: 'terminée?|aboutit|aboutie?',
  zero: "(?:ne |n['’])?(?:(?:signale|signalent|remonte|rapporte|relève|trouve|affiche|renvoie|détecte|donne|y a|a) (?:plus )?)?(?:aucune?|zéro|0|sans(?: aucune?| la moindre)?|plus aucune?) (?:nouvelle |autre )?(?:(?:erreurs?|avertissements?|alertes?|problèmes?|échecs?|violations?|anomalies?)(?: de (?<modifier>types?|typage|lint|compilation|build|tests?))?)|(?:ne |n['’])(?:signale|remonte|rapporte|relève|trouve|détecte|affiche) (?:plus )?rien",
  counted:
    '\\d+(?:(?:/| sur )\\d+)? (?:tests? )?(?:sont |ont )?(?:réussis?|passent|passés|au vert|OK)|(?:les |aux )?\\d+ tests passent',
  whole: {
    build:
      '(?:compile|se compile|se construit) (?:de nouveau|à nouveau|maintenant|désormais|sans erreurs?|correctement|proprement)',
    tests: "tout est (?:au )?vert|aucun test n['’]échoue|aucun test en échec|plus rien n['’]échoue",
  },
  fixed: '(?:corrigée?s?|résolue?s?|réparée?s?)',
  deployed:
    'déployée?s?|publiée?s?|livrée?s?|mise?s? en (?:production|ligne)|(?:est|sont) (?:maintenant |désormais )?en ligne',
  verified:
    'vérifiée?s?|testée?s?|confirmée?s?|validée?s?|reproduit|(?:tout|ça|cela|elle|il) fonctionne|fonctionne (?:comme (?:prévu|attendu)|correctement|parfaitement|à nouveau|de nouveau)',
  weak: 'vérifiée?s?|testée?s?|validée?s?|reproduit',
  committed: 'commitée?s?|committée?s?|fait (?:un|le) commit',
  pushed: 'poussée?s?|pushée?s?',
  made: 'créée?|ajoutée?|écrite?|modifiée?|mise? à jour|supprimée?|renommée?|déplacée?|réécrite?|édité',
  read: 'lu|relu|ouvert|parcouru|examiné|consulté',
  scope:
    "rien d['’]autre n['’]a été (?:modifié|touché|changé)|n['’]ai rien (?:modifié|touché|changé) d['’]autre|aucun autre fichier n['’]a été (?:modifié|touché)|le reste (?:est |reste )?(?:inchangé|intact)",
  negative:
    "ne|pas|jamais|n['’][a-zà-ÿ]+|aucune?|échoue|échouent|échoué|échec|encore rouges?|rouges?|ni|sans (?:lancer|exécuter|vérifier|tester)|au lieu de|plutôt que|seulement|uniquement",
  attached: '',
  unreal:
    "sans tests?|vais|va|allons|vont|ferai|ferons|sera|seront|serait|devrait|devraient|doit|doivent|dois|devons|pourrait|pourraient|pourra|peut|peux|pouvons|si|s['’]il|quand|lorsque|une fois|dès que|avant (?:de|que)|afin (?:de|que)|pour que|pour|veuillez|il faut|faut|faudra|faudrait|reste à|prochaine étape|ensuite je|je compte|j['’]espère|espérons|probablement|normalement|sans doute|peut-être|jusqu['’]à ce que|tant que|passeront|en théorie|théoriquement|hier|à condition|il semble|semble|semblent|je pense|je crois|par exemple",
  imperative:
    '(?:vérifi|test|lanç|relanç|exécut|assur|regard|valid|confirm|corrige)ons|lance|lancez|exécute|exécutez|vérifie|vérifiez|assure-toi|assurez-vous|peux-tu|pouvez-vous|pourriez-vous|merci de|comment|pourquoi|est-ce que|dois-je|faut-il|veux-tu|voulez-vous|souhaitez-vous|teste|testez|corrige|corrigez|pensez|pense|n["’\']oublie',
  reported: "tu as dit|vous avez dit|d['’]après|selon|dit|affirme|prétend|tu dis|vous dites",
  voids:
    "sauf|excepté|hormis|à l[’']exception|(?<!(?:fuites?|gestion|consommation|usage) )de mémoire|à confirmer|à vérifier|pas encore (?:vérifié|confirmé|lancé)|apparemment|censée?s?",
  retracts:
    "attends|attendez|(?:c['’]est|c['’]était|cela date|ça date) (?:d['’]|de |un |une )?(?:hier|avant|ancien|vieux|précédent)",
  all: "tous les (?:\\p{L}+ )?tests|(?:toute la|l['’]ensemble de la|l['’]intégralité de la) suite|suite (?:de tests )?complète|chaque test|l['’]ensemble des tests|tout (?:est au vert|passe)",
  part: '\\b(?:dans|pour|sous|du|de la) ',
  joins: 'et|mais|donc|puis|tandis que|bien que|car|parce que|où',
  resets: 'mais|donc|bien que',
  fillers:
    '(?:tous|toutes|tout|ils|elles|il|elle|sont|est|ont|a|été|maintenant|désormais|encore|à nouveau|de nouveau|aussi|également|les|le|la|et|bien|entièrement|toujours|tourne|tournent|\\d+)',
  leads:
    "(?:je|j['’]ai|nous|on|avons|ai|a|ont|puis|également|aussi|maintenant|déjà|d['’]abord|enfin|et|bien|été|localement|manuellement|l['’]ai|les ai)",
  opens: '',
  isObjectFirst: true,
  passives:
    '(?:est|sont|a été|ont été|été|maintenant|désormais|bien|enfin|(?:^)\\P{L}*(?:bug|bogue|problème|erreur|crash))',
  describes:
    '(?:un|une|le|la|les|des|du|de|ce|cette|ces|mon|votre|ton|notre|sa|son|ses|être|en|à|plus|par|code|version|non)',
  objects: '(?:le|la|les|un|une|par|à(?! nouveau))',
  others: {},
};
