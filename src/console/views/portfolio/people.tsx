import { useState } from "preact/hooks";
import { bringAbout } from "../../act/triggers.tsx";
import { type Loaded, Shown } from "../../load.tsx";
import { Button, Opens } from "../../parts/button.tsx";
import { Dialog, Field, useForm } from "../../parts/form.tsx";
import { type Column, Table } from "../../parts/list.tsx";
import { Breakable, Moment, Status } from "../../parts/values.tsx";
import { wordOf } from "../../parts/words.ts";
import type { Comment, Contact, Inside } from "./reads.ts";

interface Props {
  id: number;
  inside: Loaded<Inside>;
}

const nameOf = ({ firstName, lastName }: Contact) => [firstName, lastName].filter(Boolean).join(" ");
const contactColumns: readonly Column<Contact>[] = [
  { head: "Contact", cell: (contact) => nameOf(contact) || "–", class: "wrap line", sort: nameOf },
  {
    head: "E-mail",
    cell: ({ email }) => (
      <span class="mono">
        <Breakable text={email} />
      </span>
    ),
    class: "wrap",
    sort: ({ email }) => email,
  },
  { head: "Status", cell: ({ status }) => <Status of={status} />, sort: ({ status }) => wordOf(status) },
  {
    head: "Invited",
    cell: ({ invitedAt }) => <Moment at={invitedAt} short />,
    class: "wide",
    sort: ({ invitedAt }) => invitedAt,
  },
  { head: "Reminders", cell: ({ reminders }) => reminders, class: "end wide", sort: ({ reminders }) => reminders },
];

export function Contacts({ id, inside }: Props) {
  return (
    <>
      <div class="row">
        <Opens dialog={(close) => <Invite id={id} close={close} />}>Invite a contact…</Opens>
      </div>
      <Table
        label="Contacts"
        order="by"
        find="Filter the contacts"
        columns={contactColumns}
        rows={{ ...inside, data: inside.data?.contacts }}
        keyOf={({ contactId }) => contactId}
        empty="No contact was invited yet."
      />
    </>
  );
}

function Invite({ id, close }: { id: number; close(): void }) {
  const { values: data, field } = useForm({ email: "", firstName: "", lastName: "" });
  const invite = () => bringAbout({ event: "THIRD_PARTY_CONTACT_INVITED", thirdpartyId: id, data });
  return (
    <Dialog title="Invite a contact" close={close} submit={invite} action="Invite">
      <Field label="E-mail" {...field("email")} required />
      <Field label="First name" {...field("firstName")} required />
      <Field label="Last name" {...field("lastName")} required />
    </Dialog>
  );
}

export function Comments({ id, inside }: Props) {
  const [text, setText] = useState("");
  const write = async () => {
    await bringAbout({ event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId: id, data: { text } });
    setText("");
  };
  return (
    <div class="comments">
      <Field label="Write a comment" value={text} onInput={setText} lines={2} />
      <div class="row">
        <Button onClick={write} reason={text.trim() ? undefined : "There is nothing to write yet."}>
          Comment
        </Button>
      </div>
      <Shown of={inside}>
        {({ comments }) => comments.toReversed().map((comment) => <Said {...comment} key={comment.commentId} />)}
      </Shown>
    </div>
  );
}

const Said = ({ author, text, createdAt, deletedAt, resourceType, resourceId }: Comment) => (
  <article class={deletedAt ? "card gone" : "card"}>
    <p class="quiet">
      <b>{author}</b> · <Moment at={createdAt} short /> · {resourceType.toLowerCase().replace("_", " ")} {resourceId}
      {deletedAt && " · deleted"}
    </p>
    <p class="said" dir="auto">
      {text}
    </p>
  </article>
);

/** What registers and data providers say of it. */
export const Provided = ({ inside }: { inside: Loaded<Inside> }) => (
  <Shown of={inside}>{(known) => <Known inside={known} />}</Shown>
);

function Known({ inside: { monitoring, announcements } }: { inside: Inside }) {
  return (
    <>
      <h2>Data providers</h2>
      <div class="cards">
        {monitoring.map(({ provider, active, score, lastUpdate }) => (
          <div class="card" key={provider}>
            <b>{provider.toLowerCase().replaceAll("_", " ")}</b>{" "}
            <p class="quiet">
              {active ? "monitored" : "off"}
              {score !== null && ` · ${score}`}
            </p>
            <Moment at={lastUpdate} short />
          </div>
        ))}
      </div>
      <h2>Announcements</h2>
      {announcements.length === 0 && <p class="quiet">No announcement in the official gazette yet.</p>}
      {announcements.toReversed().map(({ announcementId, family, publishedOn, text }) => (
        <article class="card" key={announcementId}>
          <p class="quiet">
            <b>{family}</b> · {publishedOn}
          </p>
          <p class="said" dir="auto">
            {text}
          </p>
        </article>
      ))}
    </>
  );
}
