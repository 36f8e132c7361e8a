import { drawMark } from '../mark.js';
import { required } from '../required.js';

drawMark(required('.brand svg'));
