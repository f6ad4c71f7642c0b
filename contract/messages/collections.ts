/** Unsent work of disabled accounts: on the device, in the console, and in the new owner's survey. */
export const collections = {
  active:
    'This device has {count, plural, one {# unsent change} other {# unsent changes}} from {name}. Sign in to that account to send {count, plural, one {it} other {them}}.',
  disabled:
    'The account {name} is disabled. Its {count, plural, one {unsent change is} other {# unsent changes are}} kept on this device. An administrator can collect {count, plural, one {it} other {them}}.',
  gone: 'The account {name} was deleted. Its {count, plural, one {unsent change is} other {# unsent changes are}} kept on this device and can’t be sent unless an administrator restores the account.',
  someone: 'another account',
  enterCode: 'Enter collection code',
  codeTitle: 'Send the unsent work of {name}',
  codeHelp:
    'An administrator creates the code under Accounts → {name} → Collect unsent work. It works once, for 15 minutes.',
  code: 'Collection code',
  send: 'Send unsent work',
  sending: 'Sending. {count, plural, one {# change} other {# changes}} left.',
  sent: 'Everything from {name} was sent. New photos and parts were added; answers that differ wait for the survey’s owner.',
  changesSent:
    'All survey changes from {name} were sent. New photos and parts were added; answers that differ wait for the survey’s owner.',
  stays:
    'Not collected: {what}. That work stays on this device until the account is enabled again and signs in.',
  onlyStays:
    'The account {name} is disabled. This device keeps work that an administrator can’t collect: {what}. It is sent once the account is enabled again and signs in.',
  unfinished: 'The collection isn’t finished yet: {reason} Try again; after a while you need a new code.',
  someLeft:
    '{count, plural, one {# change wasn’t} other {# changes weren’t}} sent and {count, plural, one {stays} other {stay}} on this device: {reason}',
  interrupted:
    'The connection was lost. {count, plural, one {# change is} other {# changes are}} still on this device. Try again; after a while you need a new code.',
  leftOut: 'Names, statuses, captions, and removals were left to the survey’s new owner.',
  close: 'Close',
  codeWrong: 'This code is not valid. Check the digits, or ask the administrator for a new code.',
  notDisabled: 'This account isn’t disabled, so it sends its work itself when it signs in.',
  notCollected: 'This session only sends unsent work.',
  handedOver:
    'This survey belongs to someone else now. Photos, parts, and answers you add are passed on; its name, status, and everything already in it are up to the new owner.',
  proposed:
    '{count, plural, one {# answer from a device of this survey’s former owner differs} other {# answers from a device of this survey’s former owner differ}} from yours.',
  undecided: '{count, plural, one {# answer is} other {# answers are}} still to be decided.',
  proposedText: 'They were sent late. Your answers stay until you choose.',
  standing: 'Now in the survey: {value}',
  use: 'Use this answer',
  keep: 'Keep the current answer',
  keepText: 'This answer is removed from the list. The survey stays as it is.',
  finished: 'Unsent work was sent.',
  collect: 'Collect unsent work',
  collectTitle: 'Collect the unsent work of {name}',
  collectText:
    'Go to a device that {name} worked on and open the sign-in page. Under the note about unsent changes, choose “Enter collection code” and type the code.',
  createCode: 'Create code',
  newCode: 'Create a new code',
  collectEnds: 'It works once, until {time}. A new code replaces it.',
} as const
