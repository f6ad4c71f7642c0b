export const deleted = {
  title: 'Deleted surveys',
  back: 'Dashboard',
  intro:
    'A deleted survey can be restored for {days} days. Then it is deleted for good, with its answers, photos, videos and plans. Its guest link stays closed.',
  none: 'There are no deleted surveys',
  noneHint: 'Surveys that you delete are listed here for {days} days.',
  count: '{count, plural, one {# deleted survey} other {# deleted surveys}}',
  deletedOn: 'Deleted {date}',
  daysLeft: '{days, plural, one {Can be restored for # more day} other {Can be restored for # more days}}',
  waits: 'The deletion has not been sent yet.',
  restore: 'Restore',
  restoreOf: 'Restore {name}',
  forGood: 'Delete for good',
  forGoodOf: 'Delete for good: {name}',
  forGoodTitle: 'Delete for good',
  forGoodConfirm:
    'Delete “{name}” for good? Its answers, photos, videos and plans cannot be restored afterwards.',
  restored: '“{name}” is on the dashboard again.',
  gone: '“{name}” is deleted for good.',
  unreachedNever: 'Offline. Only surveys that were deleted on this device are listed.',
} as const
