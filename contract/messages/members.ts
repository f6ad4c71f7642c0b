export const members = {
  roleInvalid: 'Please choose this person’s access.',
  yourself: 'This survey is already yours.',
  proveFirst: 'Please confirm your own email address first: people see it when you share a survey with them.',
  tooMany: 'A survey can be shared with at most {count} people.',
  removed: 'This person no longer has access to the survey.',
  left: 'You have left the survey.',
  mailSubject: '{owner} shared a survey with you',
  mailGreeting: 'Hello,',
  mailEditor: '{owner} shared a survey with you. You can edit it together. They named it: “{survey}”',
  mailViewer: '{owner} shared a survey with you. You can view it. They named it: “{survey}”',
  mailAccount:
    'Log in with this email address to open it. If you do not have an account yet, sign up with this address. The survey appears in your list as soon as the address is confirmed.',
  mailButton: 'Open the survey',
  mailFooter: 'If you do not know who this is, you can ignore this email.',
} as const
