import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descendants, nodes, parseXml, plain, textAt, textOf } from '../../../src/core/resolve/xml';

describe('the XML of a registry', () => {
  it('is read with namespaces, entities, CDATA and comments', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!DOCTYPE a><a:feed xmlns:a="x"><!-- <b>no</b> --><a:b k="1 &amp; 2">x &lt; y &#233;<![CDATA[ <z> ]]></a:b><b/></a:feed>',
    );
    expect(nodes(root, 'feed', 'b')).toHaveLength(2);
    expect(nodes(root, 'feed', 'b')[0]?.attributes).toEqual({ k: '1 & 2' });
    expect(textAt(root, 'feed', 'b')).toBe('x < y é <z>');
  });

  it('has blocks on separate lines, without references', () => {
    const root = parseXml(
      '<body><sec><title>One</title><p>A <i>b</i>c.</p></sec><ref-list><p>gone</p></ref-list></body>',
    );
    expect(textOf(descendants(root, 'body')[0])).toBe('One\nA bc.');
  });

  it('is read as far as possible if it is malformed', () => {
    expect(plain('a < b and c > d')).toBe('a < b and c > d');
    expect(plain('<p>open <b>and never closed')).toBe('open and never closed');
    expect(plain('&notanentity; &amp;')).toBe('&notanentity; &');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof textOf(parseXml(text)) === 'string'),
    );
  });
});
