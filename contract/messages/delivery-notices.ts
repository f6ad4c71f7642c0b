import type { MessageKey } from './catalogue.ts'

/** Sentences that promise a message, and their replacements while no such messages can be sent. */
const waiting = {
  'admin.inviteText': 'admin.inviteTextWaits',
  'admin.invited': 'admin.invitedWaits',
  'admin.resendText': 'admin.resendTextWaits',
  'entry.codeSent': 'entry.noTexts',
  'entry.codeText': 'entry.codeTextWaits',
  'entry.confirmEmailSent': 'entry.noMail',
  'entry.phoneSignUpText': 'entry.noTexts',
  'guests.loginText': 'guests.loginTextWaits',
  'profile.codeSent': 'entry.noTexts',
  'profile.codeText': 'profile.codeTextWaits',
  'profile.emailPending': 'profile.emailWaits',
  'profile.emailWaiting': 'profile.emailWaits',
  'recovery.checkText': 'recovery.checkTextWaits',
  'recovery.codeLead': 'recovery.codeLeadWaits',
  'recovery.codeSent': 'recovery.codeSentWaits',
  'recovery.codeText': 'recovery.codeTextWaits',
  'recovery.lead': 'recovery.leadWaits',
  'recovery.linkSent': 'entry.noMail',
  'recovery.sentAgain': 'recovery.madeAgain',
  'sharing.sendToNote': 'sharing.sendToNoteWaits',
  'sharing.sent': 'sharing.notSent',
  'social.joinMailSent': 'entry.noMail',
  'together.added': 'together.addedUntold',
} as const satisfies Partial<Record<MessageKey, MessageKey>>

export type AnnouncedKey = keyof typeof waiting

/** Returns the key to show, depending on whether such messages can be sent. */
export function deliveryNotice<Key extends AnnouncedKey>(
  key: Key,
  isSent: boolean,
): Key | (typeof waiting)[Key] {
  return isSent ? key : waiting[key]
}
