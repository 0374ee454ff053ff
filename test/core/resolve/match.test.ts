import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Work } from '../../../src/core/model';
import { matchWork } from '../../../src/core/resolve/match';
import { matchAuthors } from '../../../src/core/resolve/authorAgreement';
import { matchTitles } from '../../../src/core/resolve/titleAgreement';
import { matchVenues } from '../../../src/core/resolve/venue';
import { parseReference } from '../../../src/core/text/works/reference';

const same = (a: string, b: string) => ['same', 'subtitle'].includes(matchTitles(a, b).verdict);
const spelled = (a: string, b: string) => matchTitles(a, b).verdict === 'spelled';

describe('two titles', () => {
  it.each([
    ['Schema variable lamps of the coast', 'Schema-Variable Lamps of the Coast', 'spelled'],
    ['Keeper in the-loop lamps of the coast', 'Keeper-in-the-Loop Lamps of the Coast', 'spelled'],
    ['Schema-variable lamps of the coast', 'Schema Variable Lamps of the Coast', 'same'],
    ['Schema- variable lamps of the coast', 'Schema-Variable Lamps of the Coast', 'same'],
    ['Schemavariable lamps of the coast', 'Schema-Variable Lamps of the Coast', 'same'],
    ['Schema–variable lamps of the coast', 'Schema‐Variable Lamps of the Coast', 'same'],
  ])('of which one has lost a hyphen of the record differ: %s', (cited, record, verdict) => {
    expect(matchTitles(cited, record).verdict).toBe(verdict);
  });

  it.each([
    [
      'BERT - Pre-training of Deep Bidirectional Transformers',
      'BERT: Pre-training of deep bidirectional transformers',
    ],
    ['Pretraining of transformers', 'Pre-training of Transformers'],
    ['Über die Größe der Moleküle', 'Uber die Grosse der Molekule'],
    ['The effect of β-carotene on mice', 'Effect of beta-carotene on mice'],
    ['Colour of <i>Larus argentatus</i> lamps', 'Colour of Larus argentatus lamps'],
    ['Tag&amp;Tab: pretraining data', 'Tag&Tab: Pretraining Data'],
    [
      'Adaptive inference through early-exit networks',
      'Adaptive Inference through Early-Exit Networks: Design, challenges and directions',
    ],
    [
      'Language-interfaced fine-tuning for other tasks',
      'LIFT: Language-Interfaced Fine-Tuning for Other Tasks',
    ],
    ['深度学习综述', '深度学习 综述'],
    ['Fog signals and small craft', 'RETRACTED: Fog signals and small craft'],
    ['Fog signals and small craft', 'Retracted article: Fog signals and small craft'],
    ['Fog signals and small craft', 'WITHDRAWN: Fog signals and small craft'],
    ['Fog signals and small craft', 'Fog signals and small craft [version 2; peer review: 2 approved]'],
    ['{\\"U}ber die {G}r{\\"o}{\\ss}e der {M}olek{\\"u}le', 'Uber die Grosse der Molekule'],
    [
      'Query strategies for priced information',
      'Query strategies for priced information (extended abstract)',
    ],
  ])('%s is %s', (a, b) => {
    expect(same(a, b)).toBe(true);
    expect(same(b, a)).toBe(true);
  });

  it.each([
    ['Vitamin D in pregnancy', 'Vitamin C in pregnancy'],
    ['Results of the study in 2010', 'Results of the study in 2013'],
    ['Fog signals: Part I', 'Fog signals: Part II'],
    ['Fog signals', 'Fog signals 2'],
    ['Deep learning', 'Deep learning for image recognition'],
    ['Attention is all you need for protein folding', 'Attention is all you need for time series'],
    ['Lamps do cause sleep', 'Lamps do not cause sleep'],
    ['Fog signals and small craft', 'Retraction: Fog signals and small craft'],
    ['Fog signals and small craft', 'Reply to: Fog signals and small craft'],
    ['Self-supervised semantic segmentation of lamps', 'Unsupervised semantic segmentation of lamps'],
    ['Supervised learning of lamps', 'Unsupervised learning of lamps'],
    ['Fog signals and small craft', 'Fog signals and small craft: Part II'],
    ['Fog signals and small craft', 'Fog signals and small craft II'],
    ['Fog signals and small craft', 'Comment on “Fog signals and small craft”'],
    ['Fog signals and small craft', 'Corrigendum to Fog signals and small craft'],
    ['Fog signals and small craft', 'Fog signals and small craft: a reply'],
    ['Lamps of Cu2O in fog', 'Lamps of Cu5O in fog'],
    ['', 'Anything'],
  ])('%s is not %s', (a, b) => {
    expect(same(a, b)).toBe(false);
    expect(same(b, a)).toBe(false);
  });
});

describe('two titles that differ in a spelling', () => {
  it.each([
    ['Organisation of lamps along the coast', 'Organization of lamps along the coast'],
    ['Modelling the behaviour of gulls', 'Modeling the behavior of gulls'],
    ['Haemoglobin of gulls in fog', 'Hemoglobin of gulls in fog'],
    ['Keepers and their lamp', 'Keepers and their lamps'],
    ['Two studies of fog', 'Two study of fog'],
    ['Bias augmentation towards model debiasing', 'Bias augmentation for model debiasing'],
    ['Real-time patient-sepcific ECG classification', 'Real-Time Patient-Specific ECG Classification'],
  ])('are one work with a difference: %s, %s', (a, b) => {
    expect(spelled(a, b)).toBe(true);
    expect(spelled(b, a)).toBe(true);
  });

  it.each([
    ['Intracellular lamps of the coast', 'Intercellular lamps of the coast'],
    ['Hypertension in lighthouse keepers', 'Hypotension in lighthouse keepers'],
    ['Microeconomics of small craft', 'Macroeconomics of small craft'],
    ['Increased sleep of gulls', 'Decreased sleep of gulls'],
    ['Sulfate in the harbour', 'Sulfite in the harbour'],
    ['Colour of lamps and the sleep of gulls', 'Colour of lamps and the sleep of terns'],
  ])('are two works where the word means something else: %s, %s', (a, b) => {
    expect(spelled(a, b) || same(a, b)).toBe(false);
    expect(spelled(b, a) || same(b, a)).toBe(false);
  });

  it('give the words that differ', () => {
    expect(matchTitles('Behaviour of gulls', 'Behavior of gulls')).toMatchObject({
      cited: 'behaviour',
      record: 'behavior',
    });
  });

  it.each(['(2nd ed.)', ', third edition', '(Rev. ed.)', '2. Auflage'])(
    'set the edition apart: %s',
    (edition) => {
      expect(same(`Pilots and their lamps ${edition}`, 'Pilots and their lamps')).toBe(true);
    },
  );
});

describe('two lists of authors', () => {
  it.each([
    [['Muller'], ['Jürgen Müller']],
    [
      ['M{\\"u}ller, J.', "Mart{\\'\\i}nez, A.", 'Nov{\\v{a}}k, P.'],
      ['Jürgen Müller', 'Ana Martínez', 'Petr Novák'],
    ],
    [['Mueller, J.'], ['Müller, Jürgen']],
    [
      ['Smith JA', 'Lee K'],
      ['John A. Smith', 'Kim Lee'],
    ],
    [
      ['Vaswani, A.', 'et al.'],
      ['Ashish Vaswani', 'Noam Shazeer', 'Niki Parmar'],
    ],
    [['van der Berg, J.'], ['Jan van der Berg']],
    [['Li Wei'], ['Wei Li']],
    [['Agostino Ralph B. D'], ['Ralph B. D’Agostino']],
    [
      ['Wang, S.', 'Cao, G.'],
      ['Wang, S.', 'Cao, G.', 'for the Lamp Trial Consortium'],
    ],
    [['Smith, J. and Lee, K.'], ['Smith, J.', 'Lee, K.']],
    [['Garcia'], ['Garcia, Ana', 'Hansen, Bo', 'Ito, Chie', 'Jensen, Dan']],
    [['Garcia et al.'], ['Garcia, Ana', 'Hansen, Bo', 'Ito, Chie', 'Jensen, Dan']],
    [
      ['Garcia, A.', 'Hansen, B.'],
      ['Garcia, Ana', 'Hansen, Bo', 'Ito, Chie', 'Jensen, Dan'],
    ],
    [
      ['Garcia, A.', '…', 'Jensen, D.'],
      ['Garcia, Ana', 'Hansen, Bo', 'Ito, Chie', 'Jensen, Dan'],
    ],
    [['Müller H-G'], ['Müller, Hans-Georg']],
    [
      ['Garcia, A.', 'Hansen, B.'],
      ['Garcia, Ana', 'Hansen, Bo', 'Coastal Lamps Study Group'],
    ],
  ])('%j are %j', (a, b) => {
    expect(matchAuthors(a, b).verdict).toBe('same');
  });

  it.each([
    [
      ['Petra Silva', 'Yuki Sato'],
      ['Jürgen Müller', 'Kim Lee'],
    ],
    [
      ['Jürgen Müller', 'Petra Silva', 'Yuki Sato'],
      ['Jürgen Müller', 'Kim Lee', 'Ana Cruz'],
    ],
    [
      ['Müller, J.', 'Lee, K.', 'Silva, P.'],
      ['Müller, J.', 'Lee, K.'],
    ],
    [
      ['Smith, A.', 'et al.'],
      ['Lee, K.', 'Jones, P.'],
    ],
    [['Smith, Zoe'], ['Smith, Adam']],
  ])('%j are not %j', (a, b) => {
    expect(matchAuthors(a, b).verdict).toBe('differ');
  });

  it('are rearranged when some are left out without a word, or another one leads', () => {
    const all = ['Garcia, Ana', 'Hansen, Bo', 'Abe, Chie', 'Jensen, Dan'];
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.'], all).isRearranged).toBe(true);
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.', 'et al.'], all).isRearranged).toBe(false);
    expect(matchAuthors(['Garcia, A.'], all).isRearranged).toBe(false);
    expect(matchAuthors(['Hansen, B.', 'Garcia, A.', 'Abe, C.', 'Jensen, D.'], all).isRearranged).toBe(true);
  });

  it('may be cut by a registry that keeps the first name', () => {
    expect(matchAuthors(['Garcia, A.', 'Hansen, B.', 'Abe, C.'], ['Garcia, Ana']).verdict).toBe('short');
  });

  it('tell nothing when one is missing, or written in another script', () => {
    expect(matchAuthors(['张伟'], ['Zhang Wei']).verdict).toBe('unknown');
    expect(matchAuthors([], ['A B']).verdict).toBe('unknown');
    expect(matchAuthors(['et al.'], ['A B']).verdict).toBe('unknown');
  });
});

describe('two venues', () => {
  it.each([
    ['NeurIPS', 'Advances in Neural Information Processing Systems 35', 'same'],
    ['NIPS', 'NeurIPS 2019', 'same'],
    ['CVPR', '2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)', 'same'],
    ['Phys. Rev. Lett.', 'Physical Review Letters', 'same'],
    ['Proc. Natl. Acad. Sci. USA', 'Proceedings of the National Academy of Sciences', 'same'],
    ['ICML', 'International Conference on Quantum Machine Learning', 'differ'],
    ['ICCV', 'ECCV', 'differ'],
    ['AAAI', 'Proceedings of the 40th International Conference on Machine Learning', 'differ'],
    ['Nature Medicine', 'Journal of Coastal Light', 'differ'],
    ['NeurIPS', 'arXiv', 'unknown'],
    ['Springer', 'Springer Series in Statistics', 'unknown'],
    ['', 'Nature', 'unknown'],
    [
      'Lecture Notes in Computer Science',
      'Medical Image Computing and Computer-Assisted Intervention',
      'unknown',
    ],
    ['RecSys', 'Proceedings of the 7th Conference on Recommender Systems', 'same'],
    ['Antipode', 'Phytopathology', 'differ'],
  ])('%s and %s: %s', (a, b, verdict) => {
    expect(matchVenues(a, [b])).toBe(verdict);
    expect(matchVenues(b, [a])).toBe(verdict);
  });
});

const record: Work = {
  title: 'Colour of coastal lamps and the sleep of gulls',
  authors: ['Müller, Jürgen', 'de la Cruz, Ana María', 'Lee, Kim'],
  year: 2019,
  venue: 'Journal of Coastal Light',
};
const cite = (change: Partial<Work> = {}) => matchWork({ ...record, ...change }, { record });
/** The record without one of its fields. */
const without = (field: keyof Work): Work =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field));

describe('a cited work and a record', () => {
  it('are the same when every field agrees, in other spellings too', () => {
    expect(cite()).toMatchObject({ same: true, differs: [] });
    expect(
      cite({ authors: ['Muller J', 'de la Cruz AM', 'Lee K'], year: 2020, venue: 'J. Coast. Light' }),
    ).toMatchObject({ same: true });
  });

  it('differ in the fields that are told', () => {
    expect(cite({ title: 'Colour of coastal lamps and the sleep of terns' }).differs).toEqual(['title']);
    expect(cite({ authors: ['Silva, P.', 'Sato, Y.'] }).differs).toEqual(['authors']);
    expect(cite({ year: 2033 }).differs).toEqual(['year']);
  });

  const PLACED: Work = { ...record, volume: '12', pages: '101-118' };
  it.each<[string, Partial<Work>, object]>([
    ['year', { year: 2018 }, { cited: '2018', record: '2019' }],
    ['venue', { venue: 'Nature Medicine' }, { cited: 'Nature Medicine', record: 'Journal of Coastal Light' }],
    ['venue', { venue: 'arXiv preprint' }, { cited: 'arXiv preprint', record: 'Journal of Coastal Light' }],
    ['volume', { volume: '13' }, { cited: '13', record: '12' }],
    ['pages', { pages: '110-118' }, { cited: '110', record: '101' }],
    [
      'title',
      { title: 'Color of coastal lamps and the sleep of gulls' },
      { cited: 'color', record: 'colour' },
    ],
    [
      'title',
      { title: 'Colour of coastal lamps and the sleep of terns' },
      { cited: 'terns', record: 'gulls' },
    ],
    ['authors', { authors: ['Müller, J.', 'Lee, K.'] }, {}],
  ])('are the same with a difference in the %s: %j', (field, change, values) => {
    const match = matchWork({ ...PLACED, ...change }, { record: PLACED });
    expect(match).toMatchObject({ same: true, differs: [] });
    expect(match.notes).toEqual([expect.objectContaining({ field, ...values })]);
  });

  it('are the same without a difference when nothing differs', () => {
    expect(matchWork(PLACED, { record: PLACED }).notes).toEqual([]);
    expect(cite({ venue: 'Lecture Notes in Computer Science' }).notes).toEqual([]);
  });

  it('are told apart by the month of an arXiv identifier', () => {
    const posted = { ...record, venue: 'arXiv', arxiv: '2602.01234', year: 2026 };
    expect(matchWork({ ...posted, year: 2023 }, { record: posted }).differs).toEqual(['year']);
    expect(matchWork({ ...posted, year: 2027 }, { record: posted }).same).toBe(true);
  });

  it('are one work for an identifier that agrees, whatever the year', () => {
    const known = { ...record, doi: '10.1000/lamps' };
    const match = matchWork({ ...known, year: 2001 }, { record: known });
    expect(match).toMatchObject({ same: true, notes: [{ field: 'year' }] });
  });

  it('are never the same for a year or a resemblance alone', () => {
    expect(matchWork({ year: 2019 }, { record }).same).toBe(false);
    expect(matchWork({ title: 'Sleep', year: 2019, authors: ['Müller, J.'] }, { record }).same).toBe(false);
  });

  it('need the venue when the record names no author', () => {
    const card = { record: without('authors') };
    expect(matchWork({ title: record.title!, authors: ['Silva, P.'], year: 2019 }, card).same).toBe(false);
    expect(matchWork(record, card).same).toBe(true);
  });

  it('may lie years apart when one is the preprint of the other', () => {
    const preprint = { ...record, venue: 'arXiv', arxiv: '1701.00001', year: 2017 };
    expect(matchWork(record, { record: preprint }).same).toBe(true);
    expect(matchWork({ ...record, year: 2012 }, { record: preprint }).same).toBe(false);
  });

  it.each([
    'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 101–118.',
    'Müller, Jürgen, Ana María de la Cruz, and Kim Lee. “Colour of Coastal Lamps and the Sleep of Gulls.” Journal of Coastal Light 12.3 (2019): 101–118.',
    'J. Müller, A. M. de la Cruz and K. Lee, "Colour of coastal lamps and the sleep of gulls," J. Coast. Light, vol. 12, pp. 101–118, 2019.',
    'Müller J, et al. Colour of coastal lamps and the sleep of gulls. J Coast Light 2019;12:101-18.',
    '1 J. Müller, A.M. de la Cruz, and K. Lee, Journal of Coastal Light 12, 101 (2019).',
  ])('are found the same from the reference as written: %s', (raw) => {
    expect(
      matchWork(parseReference(raw), { record: { ...record, volume: '12', pages: '101-118' } }),
    ).toMatchObject({
      same: true,
      differs: [],
      notes: [],
    });
  });

  it.each([
    [
      'title',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of terns. Journal of Coastal Light, 12(3).',
    ],
    [
      'authors',
      'Silva, P., & Sato, Y. (2019). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 101–118.',
    ],
    [
      'year',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2033). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3).',
    ],
    [
      'authors',
      'Müller, J., de la Cruz, A. M., Lee, K., & Sato, Y. (2019). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 101–118.',
    ],
    [
      'title',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls: Part II. Journal of Coastal Light, 12(3), 101–118.',
    ],
    [
      'title',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Comment on “Colour of coastal lamps and the sleep of gulls.” Journal of Coastal Light, 12(3), 101–118.',
    ],
  ])('differ in the %s of the reference as written', (field, raw) => {
    expect(matchWork(parseReference(raw), { record }).differs).toEqual([field]);
  });

  it.each([
    [
      'venue',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls. International Conference on Machine Learning.',
    ],
    [
      'volume',
      'Müller J, de la Cruz AM, Lee K. Colour of coastal lamps and the sleep of gulls. J Coast Light. 2019;14:101-118.',
    ],
    [
      'pages',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 131–148.',
    ],
    [
      'year',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2018). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 101–118.',
    ],
    [
      'authors',
      'Müller, J., & de la Cruz, A. M. (2019). Colour of coastal lamps and the sleep of gulls. Journal of Coastal Light, 12(3), 101–118.',
    ],
  ])('are the same with a difference in the %s of the reference as written', (field, raw) => {
    const match = matchWork(parseReference(raw), { record: { ...record, volume: '12', pages: '101-118' } });
    expect(match).toMatchObject({ same: true, notes: [{ field }] });
  });

  it('are the same where a venue that begins with a number follows the stop of the title', () => {
    const asked = { ...record, title: 'Do lamps wake gulls?', venue: 'Third Coastal Quarterly' };
    const raw =
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Do lamps wake gulls? Third Coastal Quarterly, 12, 101–118.';
    expect(matchWork(parseReference(raw), { record: asked }).same).toBe(true);
  });

  it('are not the same where the record is a notice and the reference names no title', () => {
    const placed = { ...record, volume: '12', pages: '101-118' };
    const raw = 'J. Müller, A.M. de la Cruz, and K. Lee, Journal of Coastal Light 12, 101 (2019).';
    expect(matchWork(parseReference(raw), { record: placed }).same).toBe(true);
    const notice = { ...placed, title: `Correction to: ${record.title ?? ''}` };
    expect(matchWork(parseReference(raw), { record: notice }).same).toBe(false);
  });

  const AUTHORS = 'Müller, J., de la Cruz, A. M., & Lee, K. (2019).';
  it.each([
    ['Gulls wake late.', 'Gulls wake late. II.'],
    ['Lamps of the coast 2018', 'Lamps of the coast 2019.'],
    ['Sleep under lamps XL99 of the coast', 'Sleep under lamps XL92 of the coast.'],
    ['5-Lamps at sea', '2-Lamps at sea.'],
  ])('are two works where the title %s is written as %s', (title, written) => {
    const asked = { ...record, title, volume: '12', pages: '101-118' };
    const place = 'Journal of Coastal Light, 12, 101–118.';
    const stop = title.endsWith('.') ? '' : '.';
    expect(matchWork(parseReference(`${AUTHORS} ${title}${stop} ${place}`), { record: asked }).same).toBe(
      true,
    );
    expect(matchWork(parseReference(`${AUTHORS} ${written} ${place}`), { record: asked })).toMatchObject({
      same: false,
      differs: ['title'],
    });
  });

  it('are the same with a difference where a preprint without a venue is cited with one', () => {
    const preprint = { ...without('venue'), doi: '10.48550/arxiv.1901.00001' } as Work;
    expect(matchWork({ ...record, venue: 'NeurIPS' }, { record: preprint })).toMatchObject({
      same: true,
      notes: [{ field: 'venue', record: 'arXiv' }],
    });
  });

  it('are not two works where a style without titles has the book in their place', () => {
    const raw = 'J. Müller, K. Lee, Lamps and Other Lights (2019) 101.';
    const chapter = { ...record, authors: ['Müller, Jürgen', 'Lee, Kim'], venue: 'Coastal Series' };
    expect(matchWork(parseReference(raw), { record: chapter }).differs).toEqual([]);
  });

  it('are the same for two authors at one event, or in one volume, but not at any place', () => {
    const event = {
      ...record,
      authors: ['Müller, Jürgen', 'Lee, Kim'],
      venue: '2019 Symposium on Coastal Lamps',
    };
    const raw = 'J. Müller and K. Lee, 2019 Symposium on Coastal Lamps (2019).';
    expect(matchWork(parseReference(raw), { record: event }).same).toBe(true);
    const journal = { ...event, venue: 'Journal of Coastal Light' };
    const there = parseReference('J. Müller and K. Lee, Journal of Coastal Light (2019).');
    expect(matchWork(there, { record: journal }).same).toBe(false);
    const volume = parseReference('J. Müller and K. Lee, Journal of Coastal Light 12, (2019).');
    expect(matchWork(volume, { record: { ...journal, volume: '12' } }).same).toBe(true);
  });

  it('are compared without a fault whatever is written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        fc.array(fc.string()),
        (raw, title, authors) => {
          const match = matchWork({ raw, title, authors }, { record: { title, authors, venue: raw } });
          expect(match.score).toBeGreaterThanOrEqual(0);
          expect(match.score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
