/** Surveys that are moved to a newer version of their template. */
export const surveyMoves = {
  /** The report's appendix, and the part below a section in the form. */
  earlierAnswers: 'Earlier answers',
  otherTemplate: 'This survey was made from another template.',
  notNewer: 'A survey can only be moved to a newer version of its template.',
  notLast: 'This survey was moved again since. Undo the later move first.',
  undoTooLate: 'A move can be undone for 30 days.',
  // the page of one survey
  title: 'Template version',
  follows: 'This survey follows version {version} of its template.',
  newest: 'This is the newest version.',
  onlyOwner: 'Version {version} is available. The survey’s owner can move the survey to it.',
  newer: 'Version {version} is available. Moving the survey to it changes this:',
  kept: '{count, plural, =0 {There are no answers yet.} one {# answer stays as it is.} other {# answers stay as they are.}}',
  moved:
    '{count, plural, one {# answer moves to another section.} other {# answers move to another section.}}',
  movedLine: '{field}: from {from} to {to}',
  back: '{count, plural, one {# earlier answer returns to its field.} other {# earlier answers return to their fields.}}',
  earlier:
    '{count, plural, one {# answer no longer has a field. It is kept as an earlier answer.} other {# answers no longer have a field. They are kept as earlier answers.}}',
  notOffered:
    '{count, plural, one {# answer uses an option that was removed. It is kept until you choose another.} other {# answers use options that were removed. They are kept until you choose others.}}',
  added: '{count, plural, one {# field is new.} other {# fields are new.}}',
  mustFill: '{count, plural, one {# field must be filled in now.} other {# fields must be filled in now.}}',
  mandatory: 'mandatory',
  photos: '{count, plural, one {# photo} other {# photos}}',
  videos: '{count, plural, one {# video} other {# videos}}',
  move: 'Move to version {version}',
  reassure: 'Nothing is deleted, and you can undo it for 30 days.',
  done: 'The survey now follows version {version}.',
  doneHere: 'The survey now follows version {version}. The move will be sent once you are online.',
  here: 'Offline. This page shows data from this device.',
  newestHere: 'This device has no newer version.',
  waits_undoable: 'The move from version {before} to version {version} has not been sent yet.',
  waits_filled:
    'The move from version {before} to version {version} is waiting for a connection. Answers were added since, so it can be undone only after it is sent.',
  waits_leaving:
    'The move from version {before} to version {version} is being sent. You can undo it after that.',
  undoHere: 'No answers were added since. The survey returns to its earlier state.',
  leaving: 'The move is being sent. You can undo it after that.',
  notKept: 'This could not be saved on this device. Try again.',
  lost: 'The move to another version of the template',
  undone: 'The move was undone. The survey follows version {version} again.',
  open: 'Open the survey',
  history: 'Moves so far',
  fromTo: 'From version {from} to version {to}',
  movedBy: '{date} by {name}',
  undoneOn: 'Undone {date}',
  undo: 'Undo',
  undoOf: 'Undo: from version {from} to version {to}',
  undoUntil: 'You can undo it until {date}.',
  undoTitle: 'Go back to version {version}?',
  undoText: 'Answers added since then are kept.',
  // the form
  earlierText: 'From an earlier version of the template. They are also in the report and in exports.',
  earlierGone: 'From sections that were removed from the template:',
  movedNotice: 'This survey now follows version {version} of its template.',
  movedNoticeEarlier:
    '{count, plural, one {# answer no longer has a field; it is kept below its section.} other {# answers no longer have a field; they are kept below their sections.}}',
  movedShort: 'Template version {version}',
  // many at once
  many: 'Move surveys to this version',
  manyOf: 'Move surveys to version {version}',
  manyBehind:
    '{count, plural, =0 {No survey follows an older version.} one {# survey follows an older version.} other {# surveys follow an older version.}}',
  manyReading: 'Checking surveys: {done} of {total}',
  manyMoving: 'Moving: {done} of {total}',
  manyUndoing: 'Undoing: {done} of {total}',
  manyMove: '{count, plural, one {Move # survey} other {Move # surveys}}',
  manyMoved: '{count, plural, one {# survey was moved.} other {# surveys were moved.}}',
  manyUndone: '{count, plural, one {# move was undone.} other {# moves were undone.}}',
  manyFailed: '{count, plural, one {# survey could not be moved:} other {# surveys could not be moved:}}',
  manyUndoFailed: '{count, plural, one {# move could not be undone:} other {# moves could not be undone:}}',
  manyStays:
    '{count, plural, one {In # survey, some answers lose their field.} other {In # surveys, some answers lose their field.}}',
  manyUndo: 'Undo all',
  manyPrivate: 'You see only counts. Answers stay private to their surveyors.',
} as const
