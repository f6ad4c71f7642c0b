/** Search within a survey, and titles of its parts. */
export const search = {
  jumpTo: 'Jump to specific section',
  anywhere: 'Search anywhere in the survey report',
  gone: 'An unexpeted error occured',
  clear: 'Clear the search',
  foundCount: '{count, plural, one {# result} other {# results}}',
  moreFound:
    '{count, plural, one {# more. Type more to narrow it down.} other {# more. Type more to narrow it down.}}',
  addTitle: 'Add a title',
  addTitleTo: 'Add a title to {name}',
  changeTitle: 'Change the title of {name}',
  titleOf: 'Title of {name}',
  titleHint: 'For example “Unit 4B”',
} as const
