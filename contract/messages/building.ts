/** Building information of the newest survey. */
export const building = {
  title: 'Building information',
  choose: 'Survey',
  surveyOf: '{name} · {owner}',
  none: 'None of your unfinished surveys has a Building Information section.',
  start: 'Start a survey',
  notReached:
    'Your surveys cannot be loaded from the server, and none with building information is on this device.',
} as const
