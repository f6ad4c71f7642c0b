/** The app on the device: updates and storage space. */
export const program = {
  newVersion: 'A new version is ready',
  useNow: 'Use it now',
  soon: 'It will be installed as soon as nothing is being sent and nobody is typing.',
  keepReason:
    'Your answers are kept on this device until they are sent. Your browser may now ask whether Fieldbook can store data permanently: allow it, so that the browser does not clear it by itself.',
  installReason:
    'Safari clears what a page stores after seven days without a visit. Add Fieldbook to the home screen (Share, then Add to Home Screen) and log in there: then it stays.',
  privateReason:
    'This looks like a private window: work that is not on the server yet is lost when you close it. Open Fieldbook in a normal window to keep work on this device.',
  refusedReason:
    'This browser does not let Fieldbook store anything on this device. Open it in a normal window, or allow it to store data.',
  blocked:
    'Fieldbook is open in another tab or window that is blocking the storage on this device. Close it to continue here. Nothing is lost.',
  silent:
    'This browser is not responding when Fieldbook reads or saves on this device. Close other Fieldbook tabs and windows, then reload this page. If that does not help, quit the browser and open it again.',
  storesNothingTitle: 'Nothing can be saved on this device',
  storesNothing:
    'This browser blocks cookies and site data, so Fieldbook cannot save your work on this device before it sends it. Allow cookies and site data for this site in the browser’s settings, then reload this page.',
  cannotSend:
    'A part of Fieldbook could not be loaded, so this page cannot send. Everything is saved on this device: reload this page to send it.',
  notLoaded:
    'Fieldbook could not be loaded. Check your connection, then reload this page. Work saved on this device is safe.',
  notStarted:
    'Fieldbook could not start in this browser. Reload this page. If that does not help, update the browser or use another one: Fieldbook needs Chrome or Edge 111, Firefox 114, Safari 16.4, or later.',
  slowStart: 'Fieldbook is still loading. Where the connection is weak, this takes a while.',
  offlineReady: 'Ready to work offline: you can begin, fill in and submit surveys without a connection.',
  damaged:
    'This browser cannot read Fieldbook’s data on this device any more. Quit the browser and open it again. If this message comes back, repair the data: unsent answers are restored, photos and videos that were not sent are lost.',
  repair: 'Repair',
  storeCleared: 'This browser cleared Fieldbook’s data on this device.',
  workRestored:
    '{count, plural, one {# unsent change was restored and will be sent.} other {# unsent changes were restored and will be sent.}}',
  workLost: 'Lost from “{survey}”: {what}. Last change: {time}. Please add it again.',
  workLostElsewhere: 'Lost: {what}. Last change: {time}. Please add it again.',
  notRestored:
    'This browser cleared Fieldbook’s data, and this unsent work could not be restored yet: {what}. It is kept. Free some space on this device, then reload this page.',
  notRecorded:
    'This device has no space for a second copy of unsent work. If the browser clears Fieldbook’s data, that work is lost. Send it soon, or free some space.',
  namedFiles: '{what} ({names})',
  moreLost:
    '{count, plural, one {# more survey lost unsent work.} other {# more surveys lost unsent work.}} See Data storage.',
} as const
