/**
 * Signing in with another provider's account. As specified, to the letter, where the specification has the
 * text.
 */
export const social = {
  loginTitle: 'Log in with a social account',
  loginText: 'Use an account that you already have. Fieldbook never sees its password.',
  signUpTitle: 'Sign up with a social account',
  signUpText:
    'Create your Fieldbook account from an account that you already have. No new password to remember.',
  logInWith: 'Log in with {provider}',
  signUpWith: 'Sign up with {provider}',
  or: 'or',
  emailLogin: 'Log in with email',
  emailSignUp: 'Sign up with email',
  providersFailed: 'The sign-in providers could not be loaded.',
  notSetUp: 'Sign-in with {provider} is not set up on this installation.',
  checking: 'Checking your sign-in…',
  failed: 'Login failed. Please try again.',
  cancelled: 'Login failed. The sign-in was cancelled.',
  unavailable: 'Login failed. The sign-in provider cannot be reached right now. Please try again shortly.',
  notConfigured: 'Login failed. This sign-in is not set up on this installation.',
  emailNotProven:
    'The account that you signed in with has no confirmed email address. Confirm it there first, or sign up with email.',
  unknown: 'No Fieldbook account belongs to this sign-in yet.',
  joinNeeded: 'A Fieldbook account with this email address already exists.',
  over: 'This sign-in took too long. Please start again.',
  taken: 'This account is already linked to another Fieldbook account.',
  logInAgain: 'For your safety: please log out, log in again and then link the account.',
  passwordWrong: 'Invalid password',
  newTitle: 'Create your account?',
  newText: 'No Fieldbook account belongs to {email} yet.',
  newButton: 'Create account',
  joinTitle: 'Is this your account?',
  joinText:
    'A Fieldbook account with the address {email} already exists. Confirm once that it is yours. Then you can also log in with {provider}.',
  joinPassword: 'Password of your Fieldbook account',
  joinButton: 'Link and log in',
  joinMail: 'Send me a link by email',
  joinMailSent:
    'If an account can be linked, an email is on its way to {email}. Its link is valid for {minutes} minutes.',
  confirmTitle: 'Link {provider} to your account?',
  confirmText:
    'From now on you can log in to your Fieldbook account {email} with the {provider} account {who}.',
  confirmWarning: 'Continue only if you just tried to log in with {provider} yourself.',
  confirmFresh:
    'The address of your Fieldbook account was not confirmed until now. Its password, other linked accounts, passkeys and open sessions will be removed.',
  confirmButton: 'Link and log in',
  mailSubject: 'Link {provider} to your Fieldbook account',
  mailText:
    'Someone signed in with the {provider} account {who} and wants to log in to your Fieldbook account with it.',
  mailDo: 'If that was you, link the accounts with this button. It works once.',
  mailButton: 'Link the accounts',
  mailNotYou: 'If it was not you, ignore this email. Nothing changes.',
  joinedSubject: 'You can now log in to Fieldbook with {provider}',
  joinedText:
    'The {provider} account {who} was linked to your Fieldbook account. You can log in with it from now on.',
  joinedNotYou: 'If this was not you, remove it in your profile and change your password.',
  partedSubject: 'You can no longer log in to Fieldbook with {provider}',
  partedText:
    'The {provider} account {who} was removed from your Fieldbook account. You can no longer log in with it.',
  cardTitle: 'Linked accounts',
  cardText: 'Other accounts that can log in to your Fieldbook account.',
  none: 'No linked accounts.',
  join: 'Link {provider}',
  joinedOn: 'Linked {date}',
  remove: 'Remove',
  removeOf: 'Remove {provider} ({who})',
  removeTitle: 'Remove {provider}?',
  removeText: 'You can no longer log in to Fieldbook with the {provider} account {who}.',
  removed: 'The account was removed.',
  joined: 'The account was linked.',
  currentPassword: 'Current password',
  joinLeaveText: 'You sign in with {provider} and then come back here.',
  joinStartText: 'Please enter your current password. Then you sign in with {provider}.',
  newPersonFirst: 'New',
  newPersonLast: 'Surveyor',
} as const
