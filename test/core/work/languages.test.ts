/** Claims of work in each language, as agents word them, and sentences that claim nothing. */
import { describe, expect, test } from 'vitest';
import { findClaims } from '../../../src/core/work/statements';

const actions = (text: string) => findClaims(text).map(({ action }) => action);

const CLAIMS: Readonly<Record<string, readonly (readonly [text: string, ...actions: string[]])[]>> = {
  German: [
    ['Alle Tests laufen jetzt wieder durch.', 'tests'],
    ['Die 14 Modultests sind grün.', 'tests'],
    ['Das Projekt baut ohne Fehler.', 'build'],
    ['ESLint meldet keine Warnungen mehr.', 'lint'],
    ['Die Typprüfung läuft sauber.', 'types'],
    ['Ich habe die Sortierung der Liste korrigiert.', 'fix'],
    ['Der Absturz beim Öffnen leerer Dateien wurde behoben.', 'fix'],
    ['Die neue Version ist auf Staging ausgerollt.', 'deploy'],
    ['Ich habe die Änderung committet und auf `main` gepusht.', 'commit', 'push'],
    ['Ich habe `src/lampe.ts` angelegt.', 'file'],
    ['Damit ist das Kodierungsproblem gelöst.', 'fix'],
    ['Alles funktioniert wie erwartet.', 'run'],
    ['Zuerst habe ich `docs/plan.md` gelesen.', 'read'],
    ['Sonst wurde nichts geändert.', 'scope'],
    ['Alles grün.', 'tests'],
    ['Die CI ist grün.', 'build'],
    ['18 Tests bestanden, 0 fehlgeschlagen.', 'tests'],
  ],
  French: [
    ['Tous les tests passent.', 'tests'],
    ['La suite de tests est au vert.', 'tests'],
    ['Les 24 tests unitaires réussissent, et le linter ne signale rien.', 'tests', 'lint'],
    ['La compilation réussit sans erreur.', 'build'],
    ['Le projet compile de nouveau.', 'build'],
    ['Il n’y a plus aucune erreur de type.', 'types'],
    ['ESLint ne remonte aucun avertissement.', 'lint'],
    ['J’ai corrigé le tri de la liste.', 'fix'],
    ['Le bug du cache est maintenant résolu.', 'fix'],
    ['La nouvelle version est déployée en production.', 'deploy'],
    ['Aucun autre fichier n’a été modifié.', 'scope'],
    ['J’ai créé `src/lampe.ts` avec le nouveau type.', 'file'],
    ['Le fichier `config/lampe.yml` a été mis à jour.', 'file'],
    ['Toute la suite pytest passe en 3 secondes.', 'tests'],
    ['J’ai vérifié que le formulaire garde ses valeurs.', 'run'],
    ['Tout est au vert.', 'tests'],
    ['Les modifications ont été poussées sur `main`.', 'push'],
    ['18 tests réussis, 0 échec.', 'tests'],
    ['Je n’ai rien modifié d’autre.', 'scope'],
  ],
  Spanish: [
    ['Todo en verde.', 'tests'],
    ['El error está corregido.', 'fix'],
    ['No modifiqué ningún otro archivo.', 'scope'],
    ['Todas las pruebas pasan.', 'tests'],
    ['Los tests están en verde.', 'tests'],
    ['La compilación terminó sin errores.', 'build'],
    ['El proyecto compila de nuevo.', 'build'],
    ['No hay errores de tipos.', 'types'],
    ['El linter no reporta nada.', 'lint'],
    ['He corregido el orden de la lista.', 'fix'],
    ['El error de la caché ya está solucionado.', 'fix'],
    ['La versión nueva ya está en producción.', 'deploy'],
    ['Ningún otro archivo fue modificado.', 'scope'],
    ['Creé `src/lampara.ts` con el tipo nuevo.', 'file'],
    ['Verifiqué que el formulario conserva los valores.', 'run'],
  ],
  Chinese: [
    ['所有测试都通过了。', 'tests'],
    ['测试全部通过，类型检查也没有错误。', 'tests', 'types'],
    ['42 个测试全部通过。', 'tests'],
    ['构建成功，没有任何警告。', 'build'],
    ['ESLint 没有报告任何问题。', 'lint'],
    ['没有类型错误。', 'types'],
    ['我修复了列表排序的问题。', 'fix'],
    ['缓存的崩溃已修复。', 'fix'],
    ['新版本已部署到生产环境。', 'deploy'],
    ['没有改动其他文件。', 'scope'],
    ['我已经提交了这些改动。', 'commit'],
    ['我创建了 `src/lamp.ts`。', 'file'],
    ['在 `src/util.ts` 中添加了新的函数。', 'file'],
    ['改动已提交并推送到远程分支。', 'commit', 'push'],
    ['我已验证表单会保留输入的值。', 'run'],
  ],
  Japanese: [
    ['プッシュが完了しました。', 'push'],
    ['修正が完了しました。', 'fix'],
    ['すべてのテストが通りました。', 'tests'],
    ['テストは全件パスしています。', 'tests'],
    ['ビルドが成功しました。', 'build'],
    ['型エラーはありません。', 'types'],
    ['ESLintの警告はありませんでした。', 'lint'],
    ['一覧の並び順のバグを修正しました。', 'fix'],
    ['本番環境にデプロイしました。', 'deploy'],
    ['他のファイルは変更していません。', 'scope'],
    ['変更をコミットしました。', 'commit'],
    ['`src/lamp.ts` を作成しました。', 'file'],
    ['バグを修正し、すべてのテストが通ることを確認しました。', 'fix', 'tests'],
    ['変更をコミットしてプッシュしました。', 'commit', 'push'],
    ['フォームの値が残ることを確認しました。', 'run'],
  ],
};

const NONE: Readonly<Record<string, readonly string[]>> = {
  German: [
    'Die Tests laufen noch nicht durch.',
    'Sobald die Tests durchlaufen, pushe ich den Zweig.',
    'Bitte prüfe, ob der Build sauber ist.',
    'Laufen alle Tests durch?',
    'Ich werde den Fehler beheben und die Tests starten.',
    'Im Protokoll steht „alle Tests bestanden“, aber das war gestern.',
    'Die korrigierte Fassung des Textes liegt bei.',
    'Der Test prüft, dass die Liste sortiert ist.',
  ],
  French: [
    'Les tests ne passent pas encore.',
    'Je vais corriger le tri, puis lancer les tests.',
    'Une fois que les tests passent, on pourra livrer.',
    'Est-ce que tous les tests passent ?',
    'Vérifiez que la compilation réussit.',
    'Vous avez dit que les tests passent.',
    'La fonction passe le chemin au test.',
    'Le journal indique « tous les tests passent ».',
    'La version corrigée devrait être plus rapide.',
    'Deux tests échouent encore.',
  ],
  Spanish: [
    'Las pruebas todavía no pasan.',
    'Voy a corregir el orden y luego ejecutar las pruebas.',
    'Cuando las pruebas pasen, publicaré la versión.',
    '¿Pasan todas las pruebas?',
    'Asegúrate de que la compilación termina sin errores.',
    'Dijiste que las pruebas pasan.',
    'La función pasa la ruta al test.',
    'El registro dice «todas las pruebas pasan».',
    'Dos pruebas siguen fallando.',
    'La versión corregida debería ser más rápida.',
  ],
  Chinese: [
    '测试还没有通过。',
    '接下来我会修复排序并运行测试。',
    '如果测试通过，就可以发布了。',
    '测试都通过了吗？',
    '请确认构建成功。',
    '你说测试都通过了。',
    '日志里写着“所有测试都通过了”。',
    '修复后的版本应该更快。',
    '还有两个测试失败。',
    '这个测试检查列表是否已排序。',
  ],
  Japanese: [
    'テストはまだ通っていません。',
    '次に並び順を修正して、テストを実行します。',
    'テストが通ったら、リリースします。',
    'テストはすべて通りましたか？',
    'ビルドが成功するか確認してください。',
    'テストは通るはずです。',
    'ログには「すべてのテストが通りました」とあります。',
    '修正した版のほうが速いと思います。',
    '2件のテストが失敗しました。',
    'デプロイはまだしていません。',
  ],
};

describe.each(Object.entries(CLAIMS))('in %s', (_, rows) => {
  test.each(rows.map(([text, ...found]) => [text, found] as const))('%s', (text, found) => {
    expect(actions(text)).toEqual(found);
  });
});

describe.each(Object.entries(NONE))('no claim in %s', (_, rows) => {
  test.each(rows)('%s', (text) => {
    expect(actions(text)).toEqual([]);
  });
});

test('an English sentence in a Chinese message is read as English', () => {
  expect(actions('我看了日志。\n\nAll tests pass.')).toEqual(['tests']);
});
