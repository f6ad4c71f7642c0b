/** The program on the device: its next version, and the room that it has. */
export const program = {
  newVersion: 'A new version is ready',
  useNow: 'Use it now',
  soon: 'It comes as soon as nothing is being sent and nobody is writing.',
  keepReason:
    'Your answers are kept on this device until they are sent. Your browser may now ask whether Fieldbook may store data for good: allow it, and it clears nothing by itself.',
  installReason:
    'Safari clears what a page keeps after seven days without a visit. Add Fieldbook to the home screen (Share, then Add to Home Screen) and log in there: then it stays.',
  privateReason:
    'This seems to be a private window: what you enter is gone when you close it. Open Fieldbook in a normal window to keep work on this device.',
  refusedReason:
    'This browser does not let Fieldbook keep anything on this device. Open it in a normal window, or allow it to store data.',
  blocked:
    'Fieldbook is open in another tab or window that holds on to what is kept on this device. Close it, and this one goes on. Nothing is lost.',
  silent:
    'This browser does not answer when Fieldbook reads or saves on this device. Close other tabs and windows of Fieldbook, then reload this page. If that does not help, quit the browser and open it again.',
  reload: 'Reload',
  madeAnew:
    'This browser cleared what Fieldbook kept on this device while it was open. What this page still had was saved again and will be sent.',
  lostFiles: 'These had not been sent and are gone: {names}. Please add them again.',
  lostDrawings:
    '{count, plural, one {# drawing on a photo had not been sent and is gone.} other {# drawings on photos had not been sent and are gone.}}',
} as const
