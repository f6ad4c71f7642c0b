import { Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import classes from './outbox.module.css'
import type { Servers as SetUp } from './queries.ts'

/** Whether email and text messages are set up. */
export function Servers({ setUp }: { setUp: SetUp }) {
  const { email_is_set_up, sms_is_set_up } = setUp
  return (
    <Paper component="section" withBorder radius="lg" p="md" mb="lg" aria-label={t('outbox.servers')}>
      <Stack gap="xs">
        <Line
          isSetUp={email_is_set_up}
          text={t(email_is_set_up ? 'outbox.emailIsSetUp' : 'outbox.emailIsNotSetUp')}
        />
        <Line
          isSetUp={sms_is_set_up}
          text={t(sms_is_set_up ? 'outbox.smsIsSetUp' : 'outbox.smsIsNotSetUp')}
        />
        {!(email_is_set_up && sms_is_set_up) && (
          <Text size="sm" c="dimmed">
            {t('outbox.howToSetUp')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ isSetUp, text }: { isSetUp: boolean; text: string }) {
  const Icon = isSetUp ? IconCircleCheck : IconInbox
  return (
    <div className={classes.server}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <Text>{text}</Text>
    </div>
  )
}
