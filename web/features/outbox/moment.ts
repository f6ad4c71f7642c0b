import { perLanguage } from '#contract/messages/spoken.ts'

const format = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** Date and time in the device's time zone. */
export function moment(instant: string): string {
  return format().format(new Date(instant))
}
