/** Spanish words of claims of work; missing fields are as in English. */
import type { Lexicon } from './claimWords';
import { ENGLISH } from './english';

export const SPANISH: Lexicon = {
  ...ENGLISH,
  gate: '',
  subjects: {
    tests: `${ENGLISH.subjects.tests}|pruebas?(?: unitarias?| de integración)?|(?:suite|batería|conjunto) de (?:pruebas|tests)`,
    lint: `${ENGLISH.subjects.lint}|formato|análisis estático`,
    types: `${ENGLISH.subjects.types}|(?:comprobación|verificación|chequeo) de tipos|tipado`,
    build: `${ENGLISH.subjects.build}|CI|compilación|construcción`,
  },
  positive:
    'pasan|pasaron|pasó|pasa(?! (?:el|la|los|las|un|una|a|por|de|al|del)\\b)|han pasado|ha pasado|pasando|(?:en |de )?verdes?|con éxito|exitosamente|exitos[oa]s?|correctamente|correct[oa]s?|sin (?:contratiempos|incidencias)|limpi[oa]s?|superad[oa]s|OK|✓|✅|✔',
  completes: 'terminó|termina|finalizó|completad[oa]',
  zero: '(?:(?:no )?(?:(?:hay|reporta|reportan|muestra|informa|encuentra|arroja|da|señala|detecta|tiene) (?:ya )?)?(?:ningún|ninguna|cero|0|sin(?: ningún| ninguna)?) (?:nuev[oa]s? )?|no (?:hay|reporta|muestra|encuentra|arroja|da|quedan?) (?:más )?)(?:errores|error|advertencias?|avisos?|problemas?|fallos?|alertas?|infracciones?|infracción)(?: de (?<modifier>tipos?|tipado|lint|compilación|build|tests?|pruebas?))?|no (?:reporta|señala|encuentra|muestra|detecta) nada',
  counted:
    '\\d+(?:(?:/| de )\\d+)? (?:pruebas|tests) (?:pasan|pasaron|pasadas|pasados|superadas|superados|correctas|exitosas|en verde|OK)|(?:las|los) \\d+ (?:pruebas|tests) (?:pasan|pasaron)',
  whole: {
    build:
      '(?:compila|se compila|se construye) (?:de nuevo|otra vez|ahora|ya|sin errores|correctamente|limpiamente|bien)',
    tests:
      'todo (?:está )?en verde|ninguna prueba falla|ningún test falla|no falla (?:ninguna prueba|ningún test)',
  },
  fixed:
    '(?:arregl(?:é|ad[oa]s?|amos)|correg(?:í|imos)|corregid[oa]s?|corrigi(?:ó|eron)|se (?:arregló|solucionó|resolvió)|solucion(?:é|ad[oa]s?|amos)|resuelt[oa]s?|resolví|repar(?:é|ad[oa]s?))',
  deployed:
    'desplegu(?:é|ad[oa]s?)|desplegad[oa]s?|publiqué|publicad[oa]s?|(?:está|están) (?:ya )?en (?:producción|línea)|puest[oa] en producción',
  verified:
    'verifi(?:qué|cad[oa]s?|camos)|comprob(?:é|ad[oa]s?|amos)|prob(?:é|ad[oa]s?|amos)|confirm(?:é|ad[oa]s?|amos)|valid(?:é|ad[oa]s?|amos)|reproduje|(?:todo|ya|ahora) funciona|funciona (?:como se esperaba|correctamente|perfectamente|bien|de nuevo)',
  weak: 'comprob(?:é|ad[oa]s?|amos)|prob(?:é|ad[oa]s?|amos)|verificad[oa]s?|reproduje',
  committed:
    'comite(?:é|ad[oa]s?)|commite(?:é|ad[oa]s?)|hice (?:el |un )?commit|hecho (?:el |un )?commit|confirmé los cambios en git',
  pushed: 'y push|subí|subid[oa]s?|pushe(?:é|ad[oa]s?)|empuj(?:é|ad[oa]s?)|hice (?:el )?push',
  made: 'cre(?:é|ad[oa])|añadí|añadid[oa]|agreg(?:ué|ad[oa])|escribí|escrito|modifi(?:qué|cad[oa])|actuali(?:cé|zad[oa])|edit(?:é|ad[oa])|elimin(?:é|ad[oa])|borr(?:é|ad[oa])|renombr(?:é|ad[oa])|mov(?:í|id[oa])',
  read: 'leí|leído|revisé|revisado|abrí|abierto|consulté|consultado',
  scope:
    'no (?:modifiqué|he modificado|toqué|cambié) (?:nada más|ningún otro archivo)|nada más (?:fue |ha sido |se ha |se )?(?:modific(?:ado|ó)|tocado|tocó|cambiado|cambió)|ningún otro archivo (?:fue |ha sido |se )?(?:modific(?:ado|ó)|tocado|cambiado)|el resto (?:está |queda |sigue )?(?:sin cambios|intacto)',
  negative:
    'no|nunca|jamás|tampoco|ningún|ninguna|fallan?|falló|fallaron|fallando|(?:con|hay|\\d+) fallos?|roj[oa]s?|ni|sin (?:ejecutar|probar|verificar|comprobar)|en lugar de|en vez de|solo|sólo|solamente',
  attached: '',
  unreal:
    'sin (?:pruebas|tests)|voy a|va a|vamos a|van a|haré|haremos|será|serán|sería|debería|deberían|debe|deben|debo|podría|podrían|puede|pueden|puedo|si|cuando|cuando pasen|una vez|en cuanto|tan pronto|antes de|para que|para|hay que|habría que|falta|faltaría|próximo paso|siguiente paso|a continuación|espero|esperemos|probablemente|seguramente|tal vez|quizás?|posiblemente|hasta que|mientras no|en teoría|teóricamente|ayer|a menos que|parece|parecen|creo|supongo|por ejemplo|ojalá|pasarán|planeo|quiero|necesito|necesita',
  imperative:
    'ejecuta|ejecute|ejecuten|verifica|verifique|comprueba|compruebe|asegúrate|asegúrese|por favor|puedes|podrías|puede usted|cómo|por qué|qué|cuándo|debo|quieres|quiere|prueba a|revisa|revise|corrige|arregla|recuerda|confirma|lanza',
  reported: 'me alegra|dijiste|dijo|usted dijo|según|dice|afirma|mencionaste|has dicho',
  voids:
    'excepto|salvo|a excepción|(?<!(?:fugas?|uso|falta|consumo|gestión) )de memoria|por confirmar|sin confirmar|aún no (?:verificado|confirmado|ejecutado)|aparentemente|supuestamente',
  retracts: 'espera|un momento|(?:eso|esto) (?:es|era|fue) (?:de )?(?:ayer|antes|antiguo|viejo|anterior)',
  all: 'tod[oa]s l[oa]s (?:\\p{L}+ )?(?:tests|pruebas)|toda la (?:suite|batería)|(?:suite|batería) (?:de (?:pruebas|tests) )?completa|cada (?:prueba|test)|todo (?:está en verde|pasa)',
  part: '\\b(?:en|para|bajo|del|de la) ',
  joins: 'y|e|pero|así que|mientras|aunque|porque|luego|donde',
  resets: 'pero|así que|aunque',
  fillers:
    '(?:tod[oa]s?|ell[oa]s|están|está|son|es|fue|fueron|ha|han|sido|ahora|ya|también|de nuevo|otra vez|l[oa]s|el|la|y|completamente|siguen|sigue|\\d+)',
  leads:
    '(?:yo|he|hemos|ha|han|también|luego|después|ahora|ya|primero|finalmente|por último|y|además|se|sido|localmente|manualmente|l[oa]s?|fue|fueron)',
  opens: '',
  isObjectFirst: true,
  passives:
    '(?:está|están|es|fue|fueron|ha sido|han sido|sido|quedó|queda|quedan|quedaron|ahora|ya|(?:^)\\P{L}*(?:bug|error|problema|fallo))',
  describes:
    '(?:un|una|el|la|los|las|de|del|este|esta|ese|esa|mi|tu|su|nuestro|ser|en|a|más|por|código|versión|no|para)',
  objects: '(?:el|la|los|las|un|una|por|a|al|de)',
  others: {},
};
