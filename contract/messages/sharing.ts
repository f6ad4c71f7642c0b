export const sharing = {
  expired: 'This link has expired',
  linkReady: 'Anyone with this link can view the report.',
  copied: 'Your have successfully copied the link',
  revoked: 'Access to the shared report has been revoked.',
} as const
