import { Button, Divider, Stack } from '@mantine/core'
import { IconDeviceMobile, IconUsers } from '@tabler/icons-react'
import { PasskeyLogin } from '#web/features/passkeys/passkey-login.tsx'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'

/** Other login methods below the password: passkey, phone, social accounts. */
export function OtherWays({ onLoggedIn }: { onLoggedIn: (reply: LoggedIn) => void }) {
  const { state } = useLocation()
  const { social: hasSocial } = useAbilities()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <Stack gap="md" component="section" aria-label={t('entry.otherWays')}>
      <Divider label={t('entry.otherWays')} />
      <PasskeyLogin onLoggedIn={onLoggedIn} />
      <Stack gap="md">
        <Button
          variant="default"
          component={Link}
          to="/PhoneLogin"
          state={state}
          leftSection={<IconDeviceMobile {...icon} />}
        >
          {t('entry.byPhone')}
        </Button>
        {hasSocial && (
          <Button
            variant="default"
            component={Link}
            to="/SocialMediaAccountLoginScreen"
            state={state}
            leftSection={<IconUsers {...icon} />}
          >
            {t('entry.bySocial')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
