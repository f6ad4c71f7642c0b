/** What is done with many surveys of the list at once. */
export const many = {
  bar: 'Chosen surveys',
  chosen: '{count, plural, one {# survey chosen} other {# surveys chosen}}',
  choose: 'Choose {name}',
  chooseAll: 'Choose all on this page',
  none: 'Choose none',
  delete: 'Delete surveys',
  deleteText:
    '{count, plural, one {# survey goes} other {# surveys go}} to “Deleted surveys” and can be restored for {days} days.',
  deleted: '{count, plural, one {# survey was deleted.} other {# surveys were deleted.}}',
  deletedWhere: 'They can be restored for {days} days under “Deleted surveys”.',
  notOwn:
    '{count, plural, one {# of them belongs to somebody else and stays as it is.} other {# of them belong to somebody else and stay as they are.}}',
  refused:
    '{count, plural, one {# of them has changes that the server rejected. Delete it by itself.} other {# of them have changes that the server rejected. Delete each of them by itself.}}',
  download: 'Download surveys',
  downloadText:
    '{count, plural, one {A file for # survey.} other {A file for each of # surveys, one after the other. Your browser may ask whether it may save several.}}',
  done: '{done} of {count} downloaded',
  move: 'Move to the newest version',
  moveShort: 'Move to newest version',
  moveFound:
    '{count, plural, one {# survey follows an older version of its template.} other {# surveys follow an older version of their template.}}',
  moveNone:
    '{count, plural, one {# survey follows the newest version already.} other {# surveys follow the newest version already.}}',
  share: 'Share surveys',
  shared: '{email} has access to {count, plural, one {# survey} other {# surveys}} now.',
  failed: '{count, plural, one {It did not work with one survey} other {It did not work with # surveys}}',
  failedOne: '{name}: {message}',
} as const
