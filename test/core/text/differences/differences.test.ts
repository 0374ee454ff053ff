import { describe, expect, it } from 'vitest';
import { differences, figuresOf } from '../../../../src/core/text/differences/differences';
import { words } from '../../../../src/core/text/relevance/words';

/** What differs, as `kind: claim | passage`; unsure ones end in `?`. */
function told(claim: string, passage: string, rest = ''): string[] {
  const whole = `${passage} ${rest}`;
  const keys = words(whole).map((w) => w.key.slice(0, 4));
  const known = { ...figuresOf(whole), holds: (key: string) => keys.includes(key.slice(0, 4)) };
  return differences(claim, passage, known).map(({ kind, claim: own, passage: other, source, sure }) => {
    const beside = other
      ? passage.slice(other.start, other.end)
      : source
        ? `… ${whole.slice(source.start, source.end)}`
        : '';
    return `${kind}: ${claim.slice(own.start, own.end)} | ${beside}${sure ? '' : '?'}`;
  });
}

describe('what differs between a claim and a passage', () => {
  it.each([
    ['The bridge opened in 1934.', 'The bridge opened in 1932.', 'year: 1934 | 1932'],
    ['The bridge opened in March 1932.', 'The bridge opened in June 1932.', 'month: March | June'],
    ['It opened on 3 June 1932.', 'It opened on 5 June 1932.', 'month: June | June'],
    ['It has five towers.', 'It has three towers and 5 doors.', 'number: five | three'],
    ['It has 400 rooms.', 'It has 420 rooms.', 'number: 400 | 420'],
    ['It cost 40 million dollars.', 'It cost 40 billion dollars.', 'number: 40 | 40'],
    ['About 60 % of the trains stop.', 'Half of the trains stop.', 'number: 60 | Half'],
    ['See Bill 513 of the state.', 'See Bill 344 of the state.', 'number: 513 | 344'],
    ['Prices rose in the north.', 'Prices fell in the north.', 'direction: rose | fell'],
    ['Lamps reduce the risk of wrecks.', 'Lamps raise the risk of wrecks.', 'direction: reduce | raise'],
    ['It uses more power than lamps do.', 'It uses less power than lamps do.', 'direction: more | less'],
    ['The bridge was not completed.', 'The bridge was completed.', 'negation: was not | completed'],
    ['He moved to Lisbon with friends.', 'He moved to Madrid with friends.', 'name: Lisbon | Madrid'],
    ['It has thirty-six towers.', 'It has 28 towers.', 'number: thirty-six | 28'],
    ['More than 109 of the guests left.', 'More than 80 of the guests left.', 'number: 109 | 80'],
    ['A level of 6.5 % or lower is usual.', 'A level of 6.5 % or higher is usual.', 'number: 6.5 | 6.5'],
    ['She died at 96.', 'In the end she was 76.', 'number: 96 | 76'],
    ['It opened on 3 June 1932.', 'It opened on Sunday, 5 June 1932.', 'month: June | June'],
    [
      'It is the worst harbour of the coast.',
      'It is a good harbour of the coast.',
      'direction: worst | ?',
      'The best.',
    ],
    ['The trial reached Phase 3 here.', 'The trial went well.', 'number: 3 | … 1', 'It was phase 1.'],
    ['It had some 40 rooms then.', 'It was small.', 'number: 40 | … 70', 'It had some 70 rooms.'],
    ['It treats diabetes of type 4.', 'It treats diabetes of type 2.', 'number: 4 | 2'],
    ['She died at the age of 96.', 'She died, aged 76, in Bergen.', 'number: 96 | 76'],
    [
      'It lies on the east bank of the river in the western town.',
      'It lies on the west bank.',
      'direction: east | west',
    ],
  ])('finds %s versus %s', (claim, passage, wanted, rest = '') =>
    expect(told(claim, passage, rest)).toContain(wanted),
  );

  it.each([
    ['It opened on 2 November 2004.', 'Opened: Nov 2, 2004'],
    ['It has 8 towers.', 'It has eight towers.'],
    ['Half of the trains stop.', '50 % of the trains stop.'],
    ['About 65 % of them stop.', '64.8 % of them stop.'],
    ['It cost 1.18 million dollars.', 'It cost 1,183,505 dollars.'],
    ['in the 17th century', 'in the seventeenth century'],
    ['in the 2018–19 season', 'in the 2018-2019 season'],
    ['It runs on Windows 10 machines.', 'It runs on 12 machines.'],
    ['It was not only tall but wide.', 'It was tall and wide.'],
    ['It was not sold.', 'It never sold.'],
    ['If it had not rained, they would have played.', 'It rained, so they played cards.'],
    ['Prices rose in the north.', 'Prices rose in the north and fell in the south.'],
    ['The Indian actor retired.', 'The actor from India retired.'],
    ['She moved to Lisbon.', 'She moved to the capital of Portugal.'],
    ['The match was on 5 June.', 'The match of June was on Sunday.'],
    ['It grew in the 1990s.', 'It grew in 1993.'],
    ['It has thirty-six towers.', 'It has 36 towers.'],
    ['More than 250 guests left.', 'More than 300 guests left.'],
    ['A group of 43,000 guests left.', 'A group of 43,044 guests left.'],
    ['The risk of wrecks is lower.', 'The risk of wrecks was not higher.'],
    ['The style began in the early 1970s.', 'The style began in the late 1960s and early 1970s.'],
    ['The risk of wrecks is greater.', 'The risk of wrecks at 744 or less is known.'],
    ['The majority of ports closed.', 'Some minor ports closed.'],
    ['He spoke of the 2017 film.', 'He spoke of the film.'],
    ['He met Nehouser in town.', 'He met Newhouser in town.'],
    ['It moved to SARS-CoV-2 labs.', 'It moved to sars-cov-2 labs and SARS-CoV-1 labs.'],
    ['It opens in June 2019.', 'Written on 20 December 2018. It opens in June.'],
    ['He won the last three races.', 'He won five of the nine races.'],
    ['It beats 120 times a minute.', 'It beats fewer than 100 times a minute.'],
    ['It has four parts: a hull, a mast, a sail and a rudder.', 'It has 2 kinds of parts.'],
    ['It boils at 78.15 °C.', 'It boils at 78.1 °C.'],
    ['It is a two-dimensional map of the town.', 'It has no 1-dimensional lines.'],
    ['It has a pull-up or a pull-down switch.', 'It has a pull-up switch.'],
    ['Lamps use more power than candles.', 'Candles use less power than lamps.'],
    ['He says that "he has not won anything".', 'He says he won.'],
    ['She did not want to leave.', 'She turned the offer down and stayed: she did want to leave later.'],
    ['He studied at Bergen University with a Bachelor degree.', 'He was at Bergen University in Oslo.'],
  ])('finds nothing between %s and %s', (claim, passage) =>
    expect(told(claim, passage).filter((line) => !line.endsWith('?'))).toEqual([]),
  );

  it('ignore a number that is elsewhere in the source', () =>
    expect(told('It opened in 1934.', 'It opened in spring.', 'The tower is of 1934.')).toEqual([]));
  it.each([
    ['Lamps fail early (Nguyen et al., 2010; Berg, 2011).', 'Lamps fail early.'],
    ['Lamps fail early [22,29–32].', 'Lamps fail early after 63 days.'],
    ['Nguyen et al. (2010) saw lamps fail.', 'Lamps fail.'],
  ])('ignore the numbers of inline citations: %s', (claim, passage) =>
    expect(told(claim, passage).filter((line) => !line.startsWith('name'))).toEqual([]),
  );
  it('find the counterpart elsewhere in the source', () => {
    const rest = 'The mayor of Bergen opened it on 4 March 1932.';
    expect(told('The mayor of Lisbon opened it.', 'It was opened.', rest)).toContain(
      'name: Lisbon | … Bergen',
    );
    expect(told('It was opened on 4 June 1932.', 'It was opened.', rest)).toContain('month: June | … March');
  });
  it('take no longer than linear time', () => {
    const names = Array.from(
      { length: 4_000 },
      (_, i) => `the Abc${String.fromCharCode(97 + (i % 26))}d not rose`,
    ).join(' ');
    const started = performance.now();
    told(names, names.toLowerCase(), 'of Xyz. '.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(4_000);
  });
  it('are unsure for a number missing from the source without a counterpart', () =>
    expect(told('The census counted 3,929,214 people.', 'The census was the first.')).toEqual([
      'number: 3,929,214 | ?',
    ]));
});
