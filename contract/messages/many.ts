/** Actions on many surveys of the list. */
export const many = {
  bar: 'Selected surveys',
  chosen: '{count, plural, one {# survey selected} other {# surveys selected}}',
  choose: 'Select {name}',
  chooseAll: 'Select all on this page',
  none: 'Clear selection',
  delete: 'Delete surveys',
  deleteText:
    '{count, plural, one {# survey goes} other {# surveys go}} to “Deleted surveys” and can be restored for {days} days.',
  deleted: '{count, plural, one {# survey was deleted.} other {# surveys were deleted.}}',
  deletedWhere: 'They can be restored for {days} days under “Deleted surveys”.',
  notOwn:
    '{count, plural, one {# of them belongs to someone else and is not changed.} other {# of them belong to someone else and are not changed.}}',
  refused:
    '{count, plural, one {# of them has changes that the server rejected. Delete it by itself.} other {# of them have changes that the server rejected. Delete each of them by itself.}}',
  download: 'Download surveys',
  downloadText:
    '{count, plural, one {A file for # survey.} other {A file for each of # surveys, one after the other. Your browser may ask to allow several downloads.}}',
  done: '{done} of {count} downloaded',
  move: 'Move to the newest version',
  moveShort: 'Move to newest version',
  moveFound:
    '{count, plural, one {# survey follows an older version of its template.} other {# surveys follow an older version of their template.}}',
  moveNone:
    '{count, plural, one {# survey already follows the newest version.} other {# surveys already follow the newest version.}}',
  share: 'Share surveys',
  shared: '{email} now has access to {count, plural, one {# survey} other {# surveys}}.',
  failed: '{count, plural, one {# survey failed} other {# surveys failed}}',
  failedOne: '{name}: {message}',
} as const
