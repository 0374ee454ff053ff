import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Work } from '../../../src/core/model';
import { matchWork } from '../../../src/core/resolve/match';
import { matchAuthors } from '../../../src/core/resolve/authorAgreement';
import { matchTitles } from '../../../src/core/resolve/title';
import { matchVenues } from '../../../src/core/resolve/venue';
import { parseReference } from '../../../src/core/text/reference';

const same = (a: string, b: string) => ['same', 'subtitle'].includes(matchTitles(a, b).verdict);

describe('two titles', () => {
  it.each([
    ['Schema variable lamps of the coast', 'Schema-Variable Lamps of the Coast', 'near'],
    ['Keeper in the-loop lamps of the coast', 'Keeper-in-the-Loop Lamps of the Coast', 'near'],
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
    ['Real-time patient-sepcific ECG classification', 'Real-Time Patient-Specific ECG Classification'],
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
    ['Bias augmentation towards model debiasing', 'Bias augmentation for model debiasing'],
    ['Self-supervised semantic segmentation of lamps', 'Unsupervised semantic segmentation of lamps'],
    ['Supervised learning of lamps', 'Unsupervised learning of lamps'],
    ['Subspace differential privacys', 'Subspace differential privacy'],
    ['', 'Anything'],
  ])('%s is not %s', (a, b) => {
    expect(same(a, b)).toBe(false);
    expect(same(b, a)).toBe(false);
  });
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
      ['Wang, Yining', 'Krishnamurthy, A.'],
      ['Wang, Yining', 'Wang, Ruosong', 'Du, Simon', 'Krishnamurthy, A.'],
    ],
    [
      ['Smith, A.', 'et al.'],
      ['Lee, K.', 'Jones, P.'],
    ],
    [['Smith, Zoe'], ['Smith, Adam']],
  ])('%j are not %j', (a, b) => {
    expect(matchAuthors(a, b).verdict).toBe('differ');
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
    expect(cite({ venue: 'Nature Medicine' }).differs).toEqual(['venue']);
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
    expect(matchWork(parseReference(raw), { record, places: ['12', '101'] })).toMatchObject({
      same: true,
      differs: [],
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
      'venue',
      'Müller, J., de la Cruz, A. M., & Lee, K. (2019). Colour of coastal lamps and the sleep of gulls. International Conference on Machine Learning.',
    ],
  ])('differ in the %s of the reference as written', (field, raw) => {
    expect(matchWork(parseReference(raw), { record }).differs).toEqual([field]);
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
