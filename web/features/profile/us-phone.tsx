import { Anchor, Group, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { northAmericanParts } from '#contract/rules/profile-phone.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { type Account, mayChangePhone } from './fields.ts'
import type { useProfileForm } from './use-profile-form.ts'

interface Props {
  form: ReturnType<typeof useProfileForm>
  account: Account
}

/** An area code and seven digits. A foreign number is shown whole and changed on another screen. */
export function UsPhone({ form, account }: Props) {
  const full = account.full_phone_number
  if (!mayChangePhone(account))
    return (
      <TextInput
        label={t('accounts.phone')}
        description={t('profile.phoneSmsHint')}
        value={full}
        readOnly
        variant="filled"
        type="tel"
      />
    )
  const foreign = full !== '' && northAmericanParts(full) === null
  return (
    <div>
      <Group align="start" gap="sm" wrap="nowrap">
        <TextInput
          label={t('profile.areaCode')}
          description={t('profile.areaCodeHint')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-area-code"
          maxLength={limits.profileCountryCodeDigits + 1}
          w="8.5rem"
          {...form.input('countryCode')}
          error={Boolean(form.errors.phone)}
        />
        <TextInput
          label={t('accounts.phone')}
          description={t('profile.phoneHint')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-local"
          style={{ flex: 1 }}
          {...form.input('phone')}
        />
      </Group>
      {foreign && (
        <Anchor component={Link} to="/UserProfileBasicBlock" size="sm" display="inline-block" py={10}>
          {t('profile.phoneForeignHint')}
        </Anchor>
      )}
    </div>
  )
}
