/** Building information of the newest survey. */
export const building = {
  title: 'Building information',
  choose: 'Survey',
  surveyOf: '{name} · {owner}',
  none: 'None of your unfinished surveys has a Building Information section.',
  start: 'Start a survey',
  notReached: 'The server cannot be reached, and no survey with building information is on this device.',
} as const
