import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

/** First and last name side by side; `input` returns the props of each. */
export function NameFields({ input }: { input: (field: 'firstName' | 'lastName') => TextInputProps }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label={t('accounts.firstName')} autoComplete="given-name" {...input('firstName')} />
      <TextInput label={t('accounts.lastName')} autoComplete="family-name" {...input('lastName')} />
    </SimpleGrid>
  )
}
