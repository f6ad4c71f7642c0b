import { SimpleGrid, TextInput } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import type { Phone, PhoneErrors } from '#web/lib/phone/phone.ts'
import { CountryField } from './country-field.tsx'

interface Props {
  value: Phone
  onChange: (field: keyof Phone, text: string) => void
  /** As in `CountryField`; does not clear an error. */
  onBegin?: (countryCode: string) => void
  errors: PhoneErrors
  optional?: boolean
  autoFocus?: boolean
}

/** Country code and number side by side. */
export function PhoneFields({
  value,
  onChange,
  onBegin,
  errors,
  optional = false,
  autoFocus = false,
}: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CountryField
        optional={optional}
        initialCode={value.countryCode}
        error={errors.countryCode}
        onChange={(code) => onChange('countryCode', code)}
        {...(onBegin && { onBegin })}
      />
      <TextInput
        label={optional ? `${t('accounts.phone')} ${t('accounts.optional')}` : t('accounts.phone')}
        type="tel"
        name="phone"
        autoComplete="tel-national"
        autoFocus={autoFocus}
        value={value.phone}
        error={errors.phone}
        onChange={(event) => onChange('phone', event.currentTarget.value)}
      />
    </SimpleGrid>
  )
}
