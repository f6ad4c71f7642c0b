import { Table, Text, UnstyledButton } from '@mantine/core'
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { MessageState } from './message-state.tsx'
import { moment } from './moment.ts'
import classes from './outbox.module.css'
import type { Message } from './queries.ts'

interface Props {
  messages: readonly Message[]
  onRead: (message: Message) => void
}

const columns = ['outbox.recipient', 'outbox.subject', 'outbox.status', 'outbox.created'] as const

export function MessageTable({ messages, onRead }: Props) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing="md" highlightOnHover>
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {messages.map((message) => (
            <Table.Tr key={message.id}>
              <Table.Td>
                <Recipient message={message} onRead={onRead} />
              </Table.Td>
              <Table.Td>
                <Text lineClamp={1} maw="28rem">
                  {titleOf(message)}
                </Text>
                <Reason message={message} />
              </Table.Td>
              <Table.Td>
                <MessageState message={message} />
              </Table.Td>
              <Table.Td className={classes.date ?? ''}>{moment(message.attributes.created_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export function MessageCards({ messages, onRead }: Props) {
  return (
    <ul className={classes.cards}>
      {messages.map((message) => (
        <li key={message.id} className={classes.card}>
          <Recipient message={message} onRead={onRead} />
          <Text lineClamp={2}>{titleOf(message)}</Text>
          <Reason message={message} />
          <div className={classes.foot}>
            <MessageState message={message} />
            <Text size="sm" c="dimmed" className={classes.date ?? ''}>
              {moment(message.attributes.created_at)}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Recipient({ message, onRead }: { message: Message; onRead: Props['onRead'] }) {
  const { channel, to } = message.attributes
  const Icon = channel === 'email' ? IconMail : IconDeviceMobileMessage
  return (
    <UnstyledButton
      className={classes.recipient ?? ''}
      aria-label={`${t(`outbox.${channel}`)}: ${t('outbox.read', { to })}`}
      onClick={() => onRead(message)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{to}</span>
    </UnstyledButton>
  )
}

function Reason({ message }: { message: Message }) {
  const { last_error } = message.attributes
  if (last_error === '') return null
  return (
    <Text size="sm" c="dimmed" lineClamp={2} maw="28rem">
      {last_error}
    </Text>
  )
}

/** The subject; text messages have none, so their body. */
function titleOf({ attributes: { subject, body } }: Message): string {
  return subject || body
}
