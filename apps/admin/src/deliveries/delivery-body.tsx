import { Code, Stack, Text, Title } from '@mantine/core'
import classes from './deliveries.module.css'

/** The body that is posted. Null: the viewer may not see it. */
export function DeliveryBody({ body }: { body: string | null }) {
  return (
    <Stack gap="xs">
      <Title order={2} id="body">
        Body
      </Title>
      {body === null ? (
        <Text>This event can contain personal data. Your roles do not allow you to see it.</Text>
      ) : (
        // It can be focused, so that the keyboard scrolls it.
        <Code block role="region" aria-labelledby="body" tabIndex={0} className={classes.body}>
          {formatted(body)}
        </Code>
      )}
    </Stack>
  )
}

/** JSON with line breaks; any other text as it is. */
function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
