import { List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { passwordRules } from '#contract/rules/password.ts'
import { t } from '#web/lib/language/translate.ts'

/** The list of common passwords loads only with screens that ask for a new password. */
const rules = [
  ...passwordRules,
  { key: 'accounts.ruleUncommon', test: (text: string) => text !== '' && !isCommonPassword(text) },
] as const

/** The password's rules, ticked off while typing. */
export function PasswordChecklist({ password, id }: { password: string; id?: string }) {
  return (
    <div id={id}>
      <Text size="sm" c="dimmed" mb={4}>
        {t('accounts.rulesTitle')}
      </Text>
      <List spacing={2} size="sm" listStyleType="none" aria-label={t('accounts.rulesTitle')}>
        {rules.map((rule) => {
          const met = rule.test(password)
          return (
            <List.Item
              key={rule.key}
              {...(met ? {} : { c: 'dimmed' })}
              icon={
                <ThemeIcon size={20} radius="xl" variant="light" color={met ? 'accent' : 'gray'}>
                  {met ? <IconCheck size={14} stroke={2.5} /> : <IconPoint size={14} />}
                </ThemeIcon>
              }
            >
              {t(rule.key === 'accounts.ruleLength' ? 'accounts.ruleLengthShort' : rule.key)}
              <VisuallyHidden>: {t(met ? 'accounts.ruleMet' : 'accounts.ruleMissing')}</VisuallyHidden>
            </List.Item>
          )
        })}
      </List>
    </div>
  )
}
