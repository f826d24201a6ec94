export { cachePart, cacheQuestionOf } from './cache-part';
export {
  CachedCapture,
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
} from './messages';
export {
  allTopics,
  carrierOf,
  deadLettersOf,
  type MessageOf,
  markOf,
  namesOf,
  type RetentionMark,
  services,
  type Topic,
  type TopicId,
  type TopicService,
  topics,
  withTtl,
} from './topics';
