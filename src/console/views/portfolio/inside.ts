import { readPath } from "../../api.ts";
import { type Loaded, useLoad } from "../../load.ts";
import { account } from "../../route.ts";
import { touchesOf } from "../../state.ts";

export interface Contact {
  contactId: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  status: string;
  invitedAt: string;
  reminders: number;
  remindedAt: string | null;
  deletedAt: string | null;
  deletionReason: string | null;
}
export interface Comment {
  commentId: number;
  resourceType: string;
  resourceId: number;
  author: string;
  text: string;
  createdAt: string;
  updatedAt: string | null;
  deletedAt: string | null;
}
export interface Decided {
  responseId: number;
  documentId: number;
  submittedAt: string;
  evidenceIds: number[];
  outcome: string | null;
  reason: string | null;
  state: string;
  decision: { decision: string; comment: string | null; decisionDate: string; decidedBy: string } | null;
}
export interface Inside {
  owner: string | null;
  tags: string[];
  counts: Record<string, number>;
  contacts: Contact[];
  comments: Comment[];
  announcements: { announcementId: number; family: string; publishedOn: string; text: string }[];
  responses: Decided[];
  reports: { reportId: number; documentId: number; verdict: string; generatedAt: string }[];
  monitoring: Record<
    string,
    { active: boolean; since: string | null; score: number | null; lastUpdate: string | null }
  >;
}

/** What the service keeps on a third party and does not show. */
export function useInside(thirdpartyId: number): Loaded<Inside> {
  const again = touchesOf(thirdpartyId).value;
  return useLoad((signal) => readPath<Inside>(`thirdparties/${thirdpartyId}`, signal), [account.value, thirdpartyId], {
    still: true,
    again,
  });
}
