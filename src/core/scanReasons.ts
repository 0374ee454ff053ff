/** The causes whose sentences a scan needs. */
export const SCANNED = {
  // Malformed identifiers.
  doi_start: 'it doesn’t start with "10."',
  doi_slash: 'there is no slash after the prefix',
  doi_registrant: 'the prefix has no registrant of four to nine digits',
  doi_suffix: 'nothing follows the slash',
  doi_space: 'it contains a space',
  arxiv_form: 'it is neither YYMM.NNNNN nor archive/YYMMNNN',
  arxiv_month: '{month} isn’t a month',
  arxiv_start: 'this scheme began in April 2007',
  arxiv_five: 'identifiers have five digits since 2015',
  arxiv_four: 'identifiers had four digits before 2015',
  isbn_prefix: 'thirteen digits must start with 978 or 979',
  isbn_check: 'the check digit is wrong',
  isbn_length: 'it has {count} digits, not 10 or 13',
  most_citations: 'more than {max} citations; the rest isn’t checked',
  most_markers: 'more than {max} possible citations; the rest isn’t checked',
  document_too_long: '{count} characters; the limit is {max}',
} as const satisfies Readonly<Record<string, string>>;
