export const members = {
  roleInvalid: 'Please choose what access this person gets.',
  yourself: 'This survey is yours already.',
  proveFirst: 'Please confirm your own email address first: others are told that it is you who shares.',
  tooMany: 'A survey can be shared with at most {count} people.',
  removed: 'This person has no access to the survey any more.',
  left: 'You have left the survey.',
  mailSubject: '{owner} shared a survey with you',
  mailGreeting: 'Hello,',
  mailEditor: '{owner} shared a survey with you. You can fill it in together. They named it: “{survey}”',
  mailViewer: '{owner} shared a survey with you. You can look at it. They named it: “{survey}”',
  mailAccount:
    'Log in with this email address to open it. If you have no account yet, sign up with this address. The survey is in your list as soon as the address is confirmed.',
  mailButton: 'Open the survey',
  mailFooter: 'If you do not know who this is, you can ignore this mail.',
} as const
