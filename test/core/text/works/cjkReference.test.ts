import { describe, expect, it } from 'vitest';
import { parseReference } from '../../../../src/core/text/works/reference';

const fields = (entry: string) => {
  const { authors, year, title, venue } = parseReference(entry);
  return [authors, year, title, venue];
};

describe('a reference in Chinese or Japanese', () => {
  it.each([
    ['王明. 标题很长. 期刊, 2020.', ['王明'], 2020, '标题很长', '期刊'],
    [
      '[1] 王明, 李华, 张伟, 等. 深度学习综述[J]. 计算机学报, 2019, 42(3): 1-20.',
      ['王明', '李华', '张伟'],
      2019,
      '深度学习综述',
      '计算机学报',
    ],
    ['李华．数据挖掘[M]．北京：大学出版社，2018.', ['李华'], 2018, '数据挖掘', '大学出版社'],
    ['王明、李华：《论标题》，《期刊》2020年第3期，第12页。', ['王明', '李华'], 2020, '论标题', '期刊'],
    [
      '王小明（2020）。人工智能的发展。计算机学报，42（3），1–20。',
      ['王小明'],
      2020,
      '人工智能的发展',
      '计算机学报',
    ],
    ['山田太郎. 日本の研究. 学会誌, 2015, 3(1), 1-5.', ['山田太郎'], 2015, '日本の研究', '学会誌'],
    ['灯台统计局. 2020年灯台统计公报[R]. 2021.', ['灯台统计局'], 2021, '2020年灯台统计公报', undefined],
    [
      '王明亮. 灯台系统的进展[EB/OL]. (1998-08-16)[1998-10-04].',
      ['王明亮'],
      1998,
      '灯台系统的进展',
      undefined,
    ],
    ['山田太郎「日本の灯台」『学会誌』3巻、2015年。', ['山田太郎'], 2015, '日本の灯台', '学会誌'],
  ])('gives its fields: %s', (entry, ...expected) => expect(fields(entry)).toEqual(expected));

  it('keeps its identifier and raw text', () => {
    const entry = '王明. 标题很长. 期刊, 2020. doi:10.1000/abc';
    expect(parseReference(entry)).toMatchObject({ doi: '10.1000/abc', authors: ['王明'], raw: entry });
  });

  it.each([
    '灯塔的历史 - 海港网. 2020.',
    '灯塔的历史.',
    '灯塔与潮汐在海港城市中的作用以及更多的内容. 网站, 2020.',
  ])('has no authors if it names none: %s', (entry) => expect(parseReference(entry).authors).toBeUndefined());
});
