/** Surveys that are moved to a newer version of their template. */
export const surveyMoves = {
  /** The appendix of a report, and what stands below a section in the form. */
  earlierAnswers: 'Earlier answers',
  otherTemplate: 'This survey was made from another template.',
  notNewer: 'A survey can only be moved to a newer version of its template.',
  notLast: 'This survey was moved again since. Undo the later move first.',
  undoTooLate: 'A move can be undone for 30 days.',
  // the page of one survey
  title: 'Template version',
  follows: 'This survey follows version {version} of its template.',
  newest: 'That is the newest one. There is nothing to do.',
  onlyOwner: 'Version {version} is published. The owner of the survey can move it there.',
  newer: 'Version {version} is published. This is what moving the survey there does:',
  kept: '{count, plural, =0 {There are no answers yet.} one {# answer stays as it is.} other {# answers stay as they are.}}',
  moved:
    '{count, plural, one {# answer goes along to another section.} other {# answers go along to another section.}}',
  movedLine: '{field}: from {from} to {to}',
  back: '{count, plural, one {# earlier answer has a place again.} other {# earlier answers have a place again.}}',
  earlier:
    '{count, plural, one {# answer has no place any more. It stays with the survey as an earlier answer.} other {# answers have no place any more. They stay with the survey as earlier answers.}}',
  notOffered:
    '{count, plural, one {# answer has an option that is not offered any more. It stays until you choose another.} other {# answers have an option that is not offered any more. They stay until you choose another.}}',
  added: '{count, plural, one {# field is new.} other {# fields are new.}}',
  mustFill: '{count, plural, one {# field must be filled in now.} other {# fields must be filled in now.}}',
  mandatory: 'mandatory',
  photos: '{count, plural, one {# photo} other {# photos}}',
  videos: '{count, plural, one {# video} other {# videos}}',
  move: 'Move to version {version}',
  reassure: 'Nothing is deleted, and you can undo it for 30 days.',
  done: 'The survey follows version {version} now.',
  doneHere: 'The survey follows version {version} now. The server is told once there is a connection.',
  here: 'Offline. This is what this device knows.',
  newestHere: 'No newer one is on this device.',
  waits_undoable: 'The server has not heard of the move from version {before} to version {version} yet.',
  waits_filled:
    'The move from version {before} to version {version} waits for a connection. Answers were given since, so it can be undone once the server has it.',
  waits_leaving:
    'The move from version {before} to version {version} is being sent. It can be undone once the server has it.',
  undoHere: 'Nothing was filled in since. The survey will be as it was before.',
  leaving: 'It is too late to undo the move here. It can be undone once the server has it.',
  notKept: 'This could not be kept on this device. Try again.',
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
  undoText: 'Answers that were given since stay with the survey.',
  // the form
  earlierText: 'From an earlier version of the template. They are in the report and the exports, too.',
  earlierGone: 'From sections that the template does not have any more:',
  movedNotice: 'This survey follows version {version} of its template now.',
  movedNoticeEarlier:
    '{count, plural, one {# answer has no place any more; it is kept below its section.} other {# answers have no place any more; they are kept below their sections.}}',
  movedShort: 'Template version {version}',
  // many at once
  many: 'Move surveys to this version',
  manyOf: 'Move surveys to version {version}',
  manyBehind:
    '{count, plural, =0 {No survey follows an older version.} one {# survey follows an older version.} other {# surveys follow an older version.}}',
  manyReading: 'Working out what moving them does: {done} of {total}',
  manyMoving: 'Moving: {done} of {total}',
  manyUndoing: 'Undoing: {done} of {total}',
  manyMove: '{count, plural, one {Move # survey} other {Move # surveys}}',
  manyMoved: '{count, plural, one {# survey was moved.} other {# surveys were moved.}}',
  manyUndone: '{count, plural, one {# move was undone.} other {# moves were undone.}}',
  manyFailed: '{count, plural, one {# survey could not be moved:} other {# surveys could not be moved:}}',
  manyUndoFailed: '{count, plural, one {# move could not be undone:} other {# moves could not be undone:}}',
  manyStays:
    '{count, plural, one {In # survey answers lose their place.} other {In # surveys answers lose their place.}}',
  manyUndo: 'Undo all of it',
  manyPrivate: 'You see numbers only. The answers stay with the people who gave them.',
} as const
