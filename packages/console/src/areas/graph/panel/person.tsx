export const Person = ({
  userName,
  userEmail,
}: {
  readonly userName: string
  readonly userEmail: string | null
}) => (userEmail ? <a href={`mailto:${userEmail}`}>{userName}</a> : userName)
