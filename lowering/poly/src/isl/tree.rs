//! Schedule trees and the loops that isl generates from them.

use super::*;
use std::ffi::c_void;

object!(/// An affine function on a set, rounded down where it is divided.
    Aff = isl_aff, isl_aff_copy, isl_aff_free, isl_aff_to_str);
object!(/// A schedule tree.
    Schedule = isl_schedule, isl_schedule_copy, isl_schedule_free, isl_schedule_to_str);
object!(/// A loop, condition, list or statement of generated code.
    Code = isl_ast_node, isl_ast_node_copy, isl_ast_node_free, isl_ast_node_to_C_str);

methods!(Aff {
    new floor() -> Aff = isl_aff_floor;
    new to_map() -> Map = isl_map_from_aff;
});

methods!(Schedule {
    /// All of this, then all of the other.
    new sequence(next: &Schedule) -> Schedule = isl_schedule_sequence;
});

impl Aff {
    /// `floor((sum of coefficient * dimension + constant) / divisor)` on the space of `domain`; the divisor is positive.
    pub fn new(domain: &Set, coefficients: &[i64], constant: i64, divisor: i64) -> Result<Aff> {
        let small = |value: i64| c_int::try_from(value).map_err(|_| IslError::Failed("number beyond 32 bits".into()));
        let divisor = c_uint::try_from(divisor).map_err(|_| IslError::Failed("divisor beyond 32 bits".into()))?;
        // SAFETY: isl consumes each handle that is passed on.
        unsafe {
            let mut aff = isl_aff_zero_on_domain_space(isl_set_get_space(domain.ptr));
            for (position, coefficient) in coefficients.iter().enumerate() {
                let (position, coefficient) = (position as c_int, small(*coefficient));
                let value = *coefficient.as_ref().unwrap_or(&0);
                aff = isl_aff_set_coefficient_si(aff, isl_dim_type::isl_dim_in, position, value);
                if let Err(error) = coefficient {
                    isl_aff_free(aff);
                    return Err(error);
                }
            }
            aff = isl_aff_set_constant_si(aff, *small(constant).as_ref().unwrap_or(&0));
            let aff = Aff::wrap(&domain.ctx, isl_aff_scale_down_ui(aff, divisor))?;
            small(constant)?;
            aff.floor()
        }
    }
}

impl Schedule {
    /// No order at all among these instances.
    pub fn from_domain(domain: &UnionSet) -> Result<Schedule> {
        // SAFETY: isl consumes the copy.
        let unordered = || Schedule::wrap(&domain.ctx, unsafe { isl_schedule_from_domain(domain.raw()) });
        domain.ctx.once(isl_schedule_from_domain as *const (), &[domain], None, unordered)
    }

    /// Before all that is ordered now, the values of `time`, which has one for each instance.
    pub fn insert(&self, time: &UnionMap) -> Result<Schedule> {
        // SAFETY: isl consumes what is passed on; the node is a handle of its own.
        let insert = || unsafe {
            let time = isl_multi_union_pw_aff_from_union_map(time.raw());
            Schedule::wrap(&self.ctx, isl_schedule_insert_partial_schedule(self.raw(), time))
        };
        self.ctx.once(isl_schedule_insert_partial_schedule as *const (), &[self, time], None, insert)
    }

    /// Says how the loops of all bands are written, each of one row: inner ones before outer ones, parts of sequences in order.
    pub fn with_loops(&self, loops: Vec<Loops>) -> Result<Schedule> {
        let mut rest = loops.into_iter();
        let user = (&raw mut rest).cast();
        // SAFETY: `rest` outlives the call, which hands it to `set_loops` alone; isl consumes the copy.
        let changed = unsafe { isl_schedule_map_schedule_node_bottom_up(self.raw(), Some(set_loops), user) };
        let changed = Schedule::wrap(&self.ctx, changed)?;
        match rest.next() {
            None => Ok(changed),
            Some(_) => Err(IslError::Failed("a row of the schedule has no band".into())),
        }
    }

    /// Loops that run the instances in this order where the parameters are in `context`.
    pub fn code(&self, context: &Set) -> Result<Code> {
        // SAFETY: the build is freed after its only use; isl consumes the copies.
        let build = || unsafe {
            let build = isl_ast_build_from_context(context.raw());
            let code = isl_ast_build_node_from_schedule(build, self.raw());
            isl_ast_build_free(build);
            Code::wrap(&self.ctx, code)
        };
        self.ctx.once(isl_ast_build_node_from_schedule as *const (), &[self, context], None, build)
    }
}

/// How the loop of a row is written.
pub enum Loops {
    /// As one loop, however many statements are in it.
    Atomic,
    /// The part with these values (of outer rows to this one's) apart from the others.
    Isolated(Map),
}

/// # Safety
/// `node` is a handle of ours, `user` an iterator over `Loops`.
unsafe extern "C" fn set_loops(node: *mut isl_schedule_node, user: *mut c_void) -> *mut isl_schedule_node {
    use isl_ast_loop_type::isl_ast_loop_atomic;
    // SAFETY: as the caller says; isl consumes what is passed on.
    unsafe {
        if isl_schedule_node_get_type(node) != isl_schedule_node_type::isl_schedule_node_band {
            return node;
        }
        let rest = &mut *user.cast::<std::vec::IntoIter<Loops>>();
        let node = match rest.next() {
            None => {
                isl_schedule_node_free(node);
                return std::ptr::null_mut();
            }
            Some(Loops::Atomic) => node,
            Some(Loops::Isolated(part)) => {
                let part = isl_set_set_tuple_name(isl_map_wrap(part.raw()), c"isolate".as_ptr());
                isl_schedule_node_band_set_ast_build_options(node, isl_union_set_from_set(part))
            }
        };
        let node = isl_schedule_node_band_member_set_ast_loop_type(node, 0, isl_ast_loop_atomic);
        isl_schedule_node_band_member_set_isolate_ast_loop_type(node, 0, isl_ast_loop_atomic)
    }
}

/// What a [`Code`] is.
pub enum CodeNode {
    /// `for (iterator = first; condition; iterator += step)`; it runs once where the last word is true.
    For {
        iterator: String,
        first: AstExpr,
        condition: AstExpr,
        step: AstExpr,
        body: Code,
        once: bool,
    },
    If {
        condition: AstExpr,
        then: Code,
        other: Option<Code>,
    },
    Block(Vec<Code>),
    /// The name of a statement, and its iterators.
    Statement(String, Vec<AstExpr>),
}

impl Code {
    pub fn node(&self) -> Result<CodeNode> {
        let (ctx, ptr) = (&self.ctx, self.ptr);
        let wrap = |expr| AstExpr::wrap(ctx, expr);
        // SAFETY: only looks; what the getters return is owned by wrappers.
        unsafe {
            match isl_ast_node_get_type(ptr) {
                isl_ast_node_type::isl_ast_node_for => Ok(CodeNode::For {
                    iterator: self.iterator()?,
                    first: wrap(isl_ast_node_for_get_init(ptr))?,
                    condition: wrap(isl_ast_node_for_get_cond(ptr))?,
                    step: wrap(isl_ast_node_for_get_inc(ptr))?,
                    body: Code::wrap(ctx, isl_ast_node_for_get_body(ptr))?,
                    once: ctx.bool(isl_ast_node_for_is_degenerate(ptr))?,
                }),
                isl_ast_node_type::isl_ast_node_if => {
                    let has_other = ctx.bool(isl_ast_node_if_has_else_node(ptr))?;
                    let other = has_other.then(|| Code::wrap(ctx, isl_ast_node_if_get_else_node(ptr)));
                    Ok(CodeNode::If {
                        condition: wrap(isl_ast_node_if_get_cond(ptr))?,
                        then: Code::wrap(ctx, isl_ast_node_if_get_then_node(ptr))?,
                        other: other.transpose()?,
                    })
                }
                isl_ast_node_type::isl_ast_node_block => self.children().map(CodeNode::Block),
                isl_ast_node_type::isl_ast_node_user => {
                    let (name, arguments) = wrap(isl_ast_node_user_get_expr(ptr))?.call()?;
                    Ok(CodeNode::Statement(name, arguments))
                }
                _ => Err(ctx.error()),
            }
        }
    }

    fn iterator(&self) -> Result<String> {
        // SAFETY: only looks.
        let iterator = AstExpr::wrap(&self.ctx, unsafe { isl_ast_node_for_get_iterator(self.ptr) })?;
        match iterator.node()? {
            AstNode::Name(name) => Ok(name),
            _ => Err(IslError::Failed("an iterator is no name".into())),
        }
    }

    fn children(&self) -> Result<Vec<Code>> {
        // SAFETY: the list is freed after its last use; each child is a handle of its own.
        unsafe {
            let list = isl_ast_node_block_get_children(self.ptr);
            let count = isl_ast_node_list_size(list);
            let children = (0..count).map(|it| Code::wrap(&self.ctx, isl_ast_node_list_get_at(list, it))).collect();
            isl_ast_node_list_free(list);
            if count < 0 { Err(self.ctx.error()) } else { children }
        }
    }
}

impl AstExpr {
    /// The callee and the arguments of a call.
    fn call(&self) -> Result<(String, Vec<AstExpr>)> {
        // SAFETY: only looks; each argument is a new handle.
        let mut args = unsafe {
            let count = isl_ast_expr_op_get_n_arg(self.ptr);
            (0..count)
                .map(|i| AstExpr::wrap(&self.ctx, isl_ast_expr_op_get_arg(self.ptr, i)))
                .collect::<Result<Vec<_>>>()?
        };
        if args.is_empty() {
            return Err(self.ctx.error());
        }
        match args.remove(0).node()? {
            AstNode::Name(name) => Ok((name, args)),
            _ => Err(IslError::Failed("a call of something that is no name".into())),
        }
    }
}
