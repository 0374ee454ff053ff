import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/extract';

const found = (text: string): string[] =>
  scan(text)
    .citations.filter((c) => c.style === 'author-year')
    .map((c) => `${c.raw} ${c.identifier}`);

describe('author and year', () => {
  it.each([
    ['(see Smith et al., 2020a, p. 5; Lee & Kim, 2021)', ['smith-2020a', 'lee-2021']],
    ['(Smith, 2020a, b)', ['smith-2020a', 'smith-2020b']],
    ['(Smith et al. 2020: 45)', ['smith-2020']],
    ['(Smith, 2019, January 5)', ['smith-2019']],
    ['(Smith [1850] 1990)', ['smith-1990']],
    ['(World Health Organization [WHO], 2020)', ['world health organization-2020']],
    ['(Ministry of Health, 2020)', ['ministry of health-2020']],
    ['(SMITH; JONES, 2020)', ['smith-2020']],
    ['(Smith; Jones, 2020; Lee, 2021)', ['smith-2020', 'lee-2021']],
    ['(March & Simon, 1958)', ['march-1958']],
    ['(May et al., 2015)', ['may-2015']],
    ['(Smith, in press)', ['smith-in press']],
    ['(Smith, forthcoming)', ['smith-forthcoming']],
    ['(Smith, submitted)', ['smith-submitted']],
    ['(de la Cruz, 2019)', ['de la cruz-2019']],
    ['(Smith, J., 2019)', ['smith-2019']],
    ['(J. Smith, 2019)', ['smith-2019']],
    ['(Freud, 1900, as cited in Smith, 2020)', ['freud-1900', 'smith-2020']],
    ['(Freud 1900, zit. nach Müller 2020, S. 5)', ['freud-1900', 'müller-2020']],
    ['(FREUD, 1900 apud SILVA, 2020)', ['freud-1900', 'silva-2020']],
    ['(Smith, n.d.-a)', ['smith-n.d.-a']],
    ['(Smith, Ed., 2020)', ['smith-2020']],
    // Words of the language that are family names, or stand in the names of institutions
    ['(He et al., 2016)', ['he-2016']],
    ['(Xu & He, 2015)', ['xu-2015']],
    ['(An, Li, & He, 2015)', ['an-2015']],
    ['(Dean & Ghemawat, 2004)', ['dean-2004']],
    ['(Page et al., 1999)', ['page-1999']],
    ['(King, 1990)', ['king-1990']],
    ['(New York Times, 2020)', ['new york times-2020']],
    ['(World Bank Group, 2010)', ['world bank group-2010']],
    ['(International Data Corporation, 2020)', ['international data corporation-2020']],
    ['(World Wide Web Consortium [W3C], 2018)', ['world wide web consortium-2018']],
    ['[Smith et al., 2020; Lee, 2019]', ['smith-2020', 'lee-2019']],
    // German and French
    ['(vgl. Müller u. a. 2020, S. 5)', ['müller-2020']],
    ['(Müller und Schmidt 2020, 15 ff.)', ['müller-2020']],
    ['(Müller, o.J.)', ['müller-n.d.']],
    ['(Müller, o. J.)', ['müller-n.d.']],
    ['(z. B. Müller 2020)', ['müller-2020']],
    ['(Quelle: Müller 2020)', ['müller-2020']],
    ['(Müller 2020, Fn. 5)', ['müller-2020']],
    ['(por ejemplo, García, 2020)', ['garcía-2020']],
    ['(voir Dupont et Durand, 2020, p. 3)', ['dupont-2020']],
    ['(Dupont, s.d.)', ['dupont-n.d.']],
    // Chinese and Japanese
    ['（张三，2020；李四，2021）', ['张三-2020', '李四-2021']],
    ['（王等，2020）', ['王-2020']],
    ['(王小明和李华, 2020)', ['王小明-2020']],
    ['（山田・鈴木，2020）', ['山田-2020']],
    ['（山田、2020）', ['山田-2020']],
    ['（山田ほか, 2020）', ['山田-2020']],
    ['（王小明、李红，2018）', ['王小明-2018']],
    ['（王小明 & 李红，2018）', ['王小明-2018']],
    ['(김철수 외, 2018)', ['김철수-2018']],
    ['(김철수·이영희, 2018)', ['김철수-2018']],
    ['(Иванов и др., 2019)', ['иванов-2019']],
    ['(ʿAbd al-Jabbār, 2015)', ['ʿabd al-jabbār-2015']],
    // Others
    ['(Müller/Schmidt 2020)', ['müller-2020']],
    ['(Müller 2020, S. 15 f.)', ['müller-2020']],
    ['(Durand, 2019 : 45 ; Dupont et al., 2021)', ['durand-2019', 'dupont-2021']],
    ['(García y López, 2019, p. 5)', ['garcía-2019']],
    ['(apud LIMA, 2018)', ['lima-2018']],
    ['(Иванов и Петров, 2019)', ['иванов-2019']],
    ['(Nowak i Kowalski, 2019)', ['nowak-2019']],
    ['(Rossi & Bianchi 2019, 12)', ['rossi-2019']],
    ['(김철수, 2020)', ['김철수-2020']],
    // Behind words of the author's own, and before them
    ['(for a review, see Smith, 2010)', ['smith-2010']],
    ['(Table 3, Smith 2010)', ['smith-2010']],
    ['(task A – Dorn et al., 2006; task B – Hale & Roy, 2007)', ['dorn-2006', 'hale-2007']],
    ['(Smith et al., 2010, hereafter S10)', ['smith-2010']],
    ['(Smith, 2010, for an overview)', ['smith-2010']],
    ['(Hale et al., 2010, unpublished data)', ['hale-2010']],
    ['(Smith, 2010, pp. 5–7, and Jones, 2011, ch. 3)', ['smith-2010', 'jones-2011']],
    ['(ANOVA; Fisher, 1925)', ['fisher-1925']],
    ['(Smith J, Jones KL, 2010)', ['smith-2010']],
    ['(Smith et. al., 2010)', ['smith-2010']],
    ['(John Smith, 2010)', ['smith-2010']],
    ['(Jean-Paul Sartre, 1943)', ['sartre-1943']],
    ['(Thomas, 2010)', ['thomas-2010']],
    ['(Robert Bosch Foundation, 2010)', ['robert bosch foundation-2010']],
    ['(U.S. Department of Energy, 2010)', ['u.s. department of energy-2010']],
    ['(Smith 2010 and references therein)', ['smith-2010']],
    ['(Smith 2010 or Jones 2011)', ['smith-2010', 'jones-2011']],
    ['(Smith 2010 but see Jones 2011)', ['smith-2010', 'jones-2011']],
    ['(Müller 2010 und Schmidt 2011)', ['müller-2010', 'schmidt-2011']],
    ['(Smith et al., 2010a–c)', ['smith-2010a', 'smith-2010b', 'smith-2010c']],
    ['(Smith et al., 2014; 2015)', ['smith-2014', 'smith-2015']],
    ['(Smith, [1900] 2010)', ['smith-2010']],
    ['(Smith 1900 [2010])', ['smith-1900']],
    ['(Smith, 2010, their Fig. 5)', ['smith-2010']],
    ['(Smith et al. 2010†; Jones, 2011)', ['smith-2010', 'jones-2011']],
    ['(Smith et al., 2010; Jones et al., 2011 etc.)', ['smith-2010', 'jones-2011']],
    ['(using the method of Smith et al., 2010)', ['smith-2010']],
    ['(redrawn from Smith 2010)', ['smith-2010']],
    ['(sensu Smith 2010)', ['smith-2010']],
    ['(Smith et al., 2010, for a review see Lee et al., 2012)', ['smith-2010', 'lee-2012']],
    // Names
    ['(Smith A et al. 2010)', ['smith-2010']],
    ['(Smith JK et al. 2010)', ['smith-2010']],
    ['(Smith & al., 2010)', ['smith-2010']],
    ['(Smith y cols., 2010)', ['smith-2010']],
    ["(d'Alembert, 1743)", ["d'alembert-1743"]],
    ['(Smith–Jones 2010)', ['smith-2010']],
    ['(Mu¨ller et al., 2010)', ['müller-2010']],
    ['(Ka ¨ll et al., 2010)', ['käll-2010']],
    ['(BERT, Devlin et al., 2019)', ['devlin-2019']],
    // A venue before the year
    ['(Smith et al., NeurIPS 2017)', ['smith-2017']],
    ['(Smith et al., Journal of Physics, 2017)', ['smith-2017']],
    ['(Smith et al., bioRxiv, 2017)', ['smith-2017']],
    ['（山田、2020年）', ['山田-2020']],
    // With marks of emphasis
    ['(Smith *et al.*, 2010)', ['smith-2010']],
    ['(**Smith** & _Lee_, 2010)', ['smith-2010']],
  ])('in brackets is read: %s', (text, ids) => {
    expect(found(`So it is ${text}.`)).toEqual(ids.map((id) => `${text} ${id}`));
  });

  it.each([
    ['Smith et al. (2020) show', 'Smith et al. (2020)', ['smith-2020']],
    ["Kahneman and Tversky's (1979) theory", "Kahneman and Tversky's (1979)", ['kahneman-1979']],
    ['Smith (2020a; 2020b) shows', 'Smith (2020a; 2020b)', ['smith-2020a', 'smith-2020b']],
    ['As President Biden (2020) said', 'Biden (2020)', ['biden-2020']],
    ['March and Simon (1958) hold', 'March and Simon (1958)', ['march-1958']],
    ['Müller u. a. (2020) zeigen', 'Müller u. a. (2020)', ['müller-2020']],
    ['Dupont et Durand (2020) montrent', 'Dupont et Durand (2020)', ['dupont-2020']],
    ['根据王小明（2020）的研究', '王小明（2020）', ['王小明-2020']],
    ['张三等（2020）指出', '张三等（2020）', ['张三-2020']],
    ['これは山田ら（2020）が示した', '山田ら（2020）', ['山田-2020']],
    ['王小明和李红（2018）发现', '王小明和李红（2018）', ['王小明-2018']],
    ['王小明、李红（2018）发现', '王小明、李红（2018）', ['王小明-2018']],
    ['本文采用内容和李红（2018）的方法', '李红（2018）', ['李红-2018']],
    ['Smith *et al.* (2020) show', 'Smith *et al.* (2020)', ['smith-2020']],
    ['Smith <i>et al.</i> (2020) show', 'Smith <i>et al.</i> (2020)', ['smith-2020']],
    ['He et al. (2016) show', 'He et al. (2016)', ['he-2016']],
    ['as Zhang and He (2015) show', 'Zhang and He (2015)', ['zhang-2015']],
    ['Smith and his colleagues (2020) show', 'Smith and his colleagues (2020)', ['smith-2020']],
    ['as Chen, X., Li, Y., & Wang, Z. (2018) show', 'Chen, X., Li, Y., & Wang, Z. (2018)', ['chen-2018']],
    ['Während Müller (2020) zeigt', 'Müller (2020)', ['müller-2020']],
    ['as *Smith* (2020) shows', '*Smith* (2020)', ['smith-2020']],
    ['as **Smith et al. (2020)** show', 'Smith et al. (2020)', ['smith-2020']],
    ['[Smith et al. (2020)] show', 'Smith et al. (2020)', ['smith-2020']],
    ['Smith et al., (2020) show', 'Smith et al., (2020)', ['smith-2020']],
    ['Smith (2010, p. 5; 2012, p. 7) shows', 'Smith (2010, p. 5; 2012, p. 7)', ['smith-2010', 'smith-2012']],
    [
      'Smith (2010; see also Jones, 2011) shows',
      'Smith (2010; see also Jones, 2011)',
      ['smith-2010', 'jones-2011'],
    ],
    ['Smith (2010; Fig. 3) shows', 'Smith (2010; Fig. 3)', ['smith-2010']],
    ['Smith et al. (2010; hereafter S10)', 'Smith et al. (2010; hereafter S10)', ['smith-2010']],
    ['Smith ([1900] 2010) shows', 'Smith ([1900] 2010)', ['smith-2010']],
    ['Smith et al. [2010] show', 'Smith et al. [2010]', ['smith-2010']],
    ['Smith and Lee [2010, 2012a] show', 'Smith and Lee [2010, 2012a]', ['smith-2010', 'smith-2012a']],
    ['Smith, Jones, et al. (2010) show', 'Smith, Jones, et al. (2010)', ['smith-2010']],
    ['In Norway, Jones et al. (2010) show', 'Jones et al. (2010)', ['jones-2010']],
    ['the UCB Smith and Lee [2010] use', 'Smith and Lee [2010]', ['smith-2010']],
    ['the SAS Institute and Lee (2010) say', 'SAS Institute and Lee (2010)', ['sas institute-2010']],
    ['as Mu¨ller (2010) shows', 'Mu¨ller (2010)', ['müller-2010']],
    ['the Ministry of Health (2020) says', 'Ministry of Health (2020)', ['ministry of health-2020']],
    [
      'by the Organisation for Economic Co-operation (2016)',
      'Organisation for Economic Co-operation (2016)',
      ['organisation for economic co-operation-2016'],
    ],
    ['the School of the Arts (2008) says', 'School of the Arts (2008)', ['school of the arts-2008']],
    ['the Approach of Smith (2010) is', 'Smith (2010)', ['smith-2010']],
    ['as proposed by kaiser (1974), it', 'kaiser (1974)', ['kaiser-1974']],
    ['According to chin (1998) it', 'chin (1998)', ['chin-1998']],
    ['It was so in italy. ramaswamy (2008) showed it', 'ramaswamy (2008)', ['ramaswamy-2008']],
    ['the methods detailed in aoaC (2005) are', 'aoaC (2005)', ['aoac-2005']],
    ['In contrast, temesgen (2019) also noted it', 'temesgen (2019)', ['temesgen-2019']],
    ['山田（2020年）は', '山田（2020年）', ['山田-2020']],
    ['王小明（2020年）指出', '王小明（2020年）', ['王小明-2020']],
    ['王等（2020年，第5页）指出', '王等（2020年，第5页）', ['王-2020']],
    ['Similarly Smith (2020) shows', 'Smith (2020)', ['smith-2020']],
    ['Laut Müller (2020) gilt', 'Müller (2020)', ['müller-2020']],
    ['Selon Dupont (2020), c’est', 'Dupont (2020)', ['dupont-2020']],
    ['Según García Márquez (2020), es', 'García Márquez (2020)', ['garcía márquez-2020']],
    ['Volgens Van der Berg en De Vries (2020)', 'Van der Berg en De Vries (2020)', ['van der berg-2020']],
    ['Secondo Rossi e Bianchi (2019)', 'Rossi e Bianchi (2019)', ['rossi-2019']],
    ['Enligt Åkesson och Öberg (2020)', 'Åkesson och Öberg (2020)', ['åkesson-2020']],
    ['Как показал Иванов (2020)', 'Иванов (2020)', ['иванов-2020']],
    ['כך כתב כהן (2020) בספרו', 'כהן (2020)', ['כהן-2020']],
    ['قال أحمد (2020) ذلك', 'أحمد (2020)', ['أحمد-2020']],
    ['이영희(2021)는', '이영희(2021)', ['이영희-2021']],
    ['Following Smith (2020), we', 'Smith (2020)', ['smith-2020']],
    ['Consistent with Smith (2020), we', 'Smith (2020)', ['smith-2020']],
    ['Neither Smith (2020) nor we', 'Smith (2020)', ['smith-2020']],
    ['Economists Smith and Lee (2020) say', 'Smith and Lee (2020)', ['smith-2020']],
    ['So and Kim (2020) say', 'So and Kim (2020)', ['so-2020']],
    ['John Smith (2020) says', 'John Smith (2020)', ['smith-2020']],
    ['as in Garn and nov (2008) the', 'Garn and nov (2008)', ['garn-2008']],
  ])('in the sentence is read: %s', (text, raw, ids) => {
    expect(found(text)).toEqual(ids.map((id) => `${raw} ${id}`));
  });

  it.each([
    '(January 5, 2019)',
    '(March and April 2020)',
    'in March (2020)',
    '(Figure 3, 2020)',
    '(since 2020)',
    '(updated 2020)',
    '(1950–2020)',
    '(Smith, personal communication, May 5, 2020)',
    'the Act (2020)',
    '中国（2020）年',
    '北京市（2020）',
    'as reported by country (2020)',
    'as described in chapter (2020)',
    'as reported by experts (2020)',
    'However, research (2019) shows it',
    'that the device (2019) shows it',
    'by hand (2020) it',
    '武汉（2020）',
    '武汉市（2020年）',
    '（北京，2020年）',
    'Windows（2020年）',
    '(May–June 2020)',
    '(Smith et al., 2010–2015 [4])',
    '(London: Smith and Sons, 2003)',
    'Smith and others [2010] UKSC 5',
    'Smith and Lee [2010](https://example.org/a)',
    'under the International Trade Rules (ITR 2005) it is',
    'in spring and may (2020) it',
    '## Leading Solutions with Market Shares (2025)',
    'worth $4.96B (2025)',
    'since (ES2019)',
    'the limit (default: 2000)',
    '(ISO 9001)',
    '(Windows 2000)',
    'plan B (2025)',
    'He (2016) was there',
    '(Herbst 2020)',
    '(USD 2000)',
    '(AD 1500)',
    '(Nobel Prize, 2010)',
    'the Paris Agreement (2015) is',
    '(SPSS Inc., Chicago, IL, 2019)',
    '(First Quarter, 2015)',
    '(New York, 2015)',
    'Released (2012)',
  ])('is not found in %s', (text) => expect(found(text)).toEqual([]));
});

describe('a heading with its year', () => {
  it('cites a work by `et al.`, or where the list has an entry for it', () => {
    expect(found('## The model of Smith et al. (2020)\n')).toEqual(['Smith et al. (2020) smith-2020']);
    expect(found('## The model of Smith (2020)\n')).toEqual([]);
    expect(found('## The model of Smith (2020)\n\n# References\n\nSmith, J. (2020). A title.\n')).toEqual([
      'Smith (2020) smith-2020',
    ]);
  });
});

describe('what has a year of its own', () => {
  it.each([
    ['a conference', 'It won (ICLR 2018).', 'ICLR (2018)', 'ICLR 2018'],
    ['a place', 'It ran (Beijing 2008).', 'Beijing, B. (2008)', 'Beijing 2008'],
    ['an event', 'It ran (World Games, 2008).', 'World Games (2008)', 'World Games, 2008'],
  ])('%s is a citation where the list has an entry for it', (_, text, entry, raw) => {
    expect(found(text)).toEqual([]);
    const [one = ''] = found(`${text}\n\n# References\n\n${entry}. A title.\n`);
    expect(one.startsWith(`(${raw})`)).toBe(true);
  });

  it.each([
    'published in *Nature Physics* (2023)',
    'in *Advances in Physics* (2023)',
    'as Smith [2020] has it',
  ])('a title or a remark is none where nothing answers it: %s', (text) => expect(found(text)).toEqual([]));

  it('is read in the place of names where an entry answers it', () => {
    const list = '\n\n# References\n\nSmith, J. (2020). A title.\n';
    expect(found(`As Smith [2020] has it.${list}`)).toEqual(['Smith [2020] smith-2020']);
  });
});

describe('a work known through another', () => {
  it('needs no entry of its own, for the list has the one that was read', () => {
    const list = '\n\n# References\n\nMüller, A. (o. J.). Ein Titel.\n\nSmith, J. (2020). A title.\n';
    const { problems } = scan(`So it is (Freud, 1900, as cited in Smith, 2020; Müller, o. J.).${list}`);
    expect(problems).toEqual([]);
  });
});

describe('an abbreviation with its year', () => {
  const text = 'As the World Grain Office (WGO 2005) says.';
  it('is a citation where the list has an entry for it, and none where nothing answers', () => {
    expect(found(text)).toEqual([]);
    expect(found(`${text}\n\n# References\n\nWGO (2005). A report on grain.\n`)).toEqual([
      '(WGO 2005) wgo-2005',
    ]);
  });
});
